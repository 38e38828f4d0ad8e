"""'Inzicht': counts of whole weeks, each as a picture and as a table with the same numbers (security.md S101).

It runs in the browser: the counts come from the API. Modules: ``insight.jsx`` is the page, ``plot_card.jsx`` a picture
with its table, ``weeks.js`` calculates the pictures and the words of numbers.
"""

from ...scripts import component

#: ``path`` is the route of the API; ``of_all``: of all organizations together.
insight = component("islands/insight/insight.jsx", "Insight", path=str, of_all=bool).create

__all__ = ["insight"]
