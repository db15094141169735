"""The blueprint that the parts of this room add their views to."""

from flask import Blueprint

bp = Blueprint("sheet", __name__, url_prefix="/t/<key>")
