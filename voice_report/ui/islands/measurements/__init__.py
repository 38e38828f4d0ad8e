"""'Metingen': measured values that were spoken, each with its words (concepts/measurements.md).

It runs in the browser: the rows come from the API. Modules: ``section.jsx`` are the rows on the paper, and those to be
copied, ``heard.jsx`` what can be answered next to the spoken sentence, ``lines.js`` what is copied of all,
``use_measurements.js`` reads and answers, ``use_measured.js`` keeps which row is shown, ``archived.jsx`` shows those of
an archived report, ``series.jsx`` those of a client over time (``plot.js`` calculates the picture).
"""

from ...scripts import component, no_args, one_text

#: The id of the first value that asks something, on the paper.
FIRST_QUESTION = "eerste-vraag"

#: The measured values of the archived report with the id ``report``, below its last heading.
archived_measurements = component(
    "islands/measurements/archived.jsx", "ArchivedMeasurements", report=str, on_copied=no_args
).create

#: The measured values of the ``client`` with this id over time. ``on_report(id)`` shows the report of one.
client_measurements = component(
    "islands/measurements/series.jsx", "ClientMeasurements", client=str, on_report=one_text
).create

__all__ = ["FIRST_QUESTION", "archived_measurements", "client_measurements"]
