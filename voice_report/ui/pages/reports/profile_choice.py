"""The field profile that copies a report, with its button: the user's last choice, else the organization's default."""

from typing import Any

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction, run_reading
from ....services.drafts import profiles
from ....services.drafts.profiles import ProfileField, ProfileView
from ....services.shared.identity import CurrentUser
from ...kit import menu_button
from ...shell.choice import Choice, ChoiceItem, choice_dialog


class ProfileState(Choice, rx.State):
    """The profile that the fields on screen are made with (``shape``), and those to choose from.

    ``is_gone``: the one that the person chose is not there any more. ``_template`` is that of the report.
    """

    key: str = profiles.PER_HEADING.id
    name: str = profiles.PER_HEADING.name
    profile: dict[str, Any] = {}
    is_gone: bool = False
    _template: str = ""

    async def _remember(self, user: CurrentUser, key: str) -> None:
        await run_in_transaction(profiles.choose, user, key)

    async def _offer(self, user: CurrentUser, template: str | None = None) -> None:
        """Read the profiles for a report of this template, '' of any; without it of the one before."""
        self._template = self._template if template is None else template
        found = await run_reading(profiles.choice, user, self._template)
        chosen = next(view for view in found.profiles if view.id == found.chosen)
        self.key, self.name, self.is_gone = chosen.id, chosen.name, found.is_gone
        self.profile = shape(chosen.id, chosen.name, chosen.fields, chosen.empty, chosen.enter_counts)
        self.items = [ChoiceItem(view.id, view.name, meaning(view)) for view in found.profiles]


def shape(key: str, name: str, fields: tuple[ProfileField, ...], empty: str, enter_counts: int) -> dict[str, Any]:
    """Return a profile as the page's scripts take it (``ui/islands/copying/fields.js``)."""
    return {
        "id": key,
        "name": name,
        "fields": [profiles.as_json(field) for field in fields],
        "empty": empty,
        "enter": enter_counts,
    }


def meaning(view: ProfileView) -> str:
    """Return what a profile makes of a report, in words for a list: '2 velden'."""
    if view.built_in:
        return "Alles achter elkaar, met koppen" if view.fields else "In de volgorde van het sjabloon"
    return texts.counted(len(view.fields), "veld", "velden")


def profile_button() -> rx.Component:
    """Return the button that names the profile; where the chosen one is gone, with a line that says so."""
    return rx.fragment(
        menu_button(rx.el.span("Profiel: "), ProfileState.name, ProfileState.open_choice),
        rx.cond(
            ProfileState.is_gone,
            rx.el.p("Het profiel dat je koos, is er niet meer. Je kopieert nu per kop.", class_name="quiet"),
        ),
    )


def profile_dialog() -> rx.Component:
    """Return the list of profiles, once for a page."""
    return choice_dialog("Profiel", "Welke koppen samen in één veld van jullie dossier gaan.", ProfileState)
