"""What appears over a page: dialogs, menus, toasts, tooltips."""
