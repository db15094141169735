"""How fast the shipped program is on this machine, beside what the same machine does at best: `make bench`.

It judges nothing: each row is printed with what it must reach and what it aims at.
"""
