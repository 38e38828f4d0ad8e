"""What leaves of a draft to an outside engine: a button, and the sheet that shows it and lets its author choose."""

from ...scripts import component, no_args

#: The button with its children, and the sheet. Before sending the press calls ``on_look``, which saves the text of the
#: page and then changes ``round`` and ``draft_id``; ``template`` is the key of the next concept's. ``sent``: what the
#: draft's report sent, compared with now. ``on_always``: a word is always replaced from now on.
outgoing = component(
    "islands/outgoing/outgoing.jsx", "Outgoing", draft_id=str, round=int, template=str, sent=bool, disabled=bool,
    on_look=no_args, on_always=no_args,
).create  # fmt: skip
