"""The house rules, and walks through everything that there is."""
