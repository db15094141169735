#!/bin/sh
# SquareScores Pedro's commands, as the account that serves and with its settings: /usr/local/bin/squarescores
# Files are named by their whole path, and have to be where that account may read or write.
exec systemd-run --pipe --wait --collect --quiet --uid=squarescores --gid=squarescores \
    --property=EnvironmentFile=/etc/squarescores.env --property=UMask=0077 --property=LimitNOFILE=16384 \
    /srv/squarescores/env/bin/squarescores "$@"
