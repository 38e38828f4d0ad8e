"""The actions of a page that are wanted less often, behind one button on a phone."""

import reflex as rx

from ..scripts import script


class MoreActions(rx.Component):
    """Show its buttons in the row; on a narrow screen in a list above it, which the button 'Meer' opens."""

    library = script("components/more_actions.jsx")
    tag = "MoreActions"


more_actions = MoreActions.create
