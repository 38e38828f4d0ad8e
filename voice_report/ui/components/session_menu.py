"""The user menu: account settings and sign-out. ``user_key`` is the user's key in the recorder's store."""

import reflex as rx

from ..scripts import script

_JS = script("components/session_menu.jsx")


class UserMenu(rx.Component):
    """The button with the user's name and its menu 'Mijn Account' (wide screens)."""

    library = _JS
    tag = "UserMenu"
    lib_dependencies: list[str] = ["@radix-ui/react-dropdown-menu@2.1.24"]

    name: rx.Var[str]
    initials: rx.Var[str]
    account_href: rx.Var[str]
    user_key: rx.Var[str]


class LogOutItem(rx.Component):
    """'Uitloggen' as an item of the side menu."""

    library = _JS
    tag = "LogOutItem"

    user_key: rx.Var[str]


user_menu = UserMenu.create
log_out_item = LogOutItem.create
