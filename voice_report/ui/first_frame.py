"""The first frame of a page: painted from its HTML alone, before anything else is fetched or run.

The scripts of a page weigh several times its HTML. Fetched beside it they share a slow line with it, and started before
the first frame they hold a slow processor while nothing is on screen. So they wait, as the full stylesheet does
(``critical_css``): the page as built carries them asleep, and a small script at its end wakes them after one frame.
"""

#: Runs at the end of the body; waits two frames, so that the first one has been painted. A page in a tab behind
#: another paints nothing, so there it does not wait; nor, for long, in one that goes behind another meanwhile. The
#: elements are as React expects them when it takes over.
_WAKE = """(function(){
var awakened=false;
function wake(){
  if(awakened)return;
  awakened=true;
  var style=document.createElement("style");
  style.textContent=document.getElementById("whole-style").content.textContent;
  document.head.append(style);
  document.querySelectorAll("link[rel=asleep]").forEach(function(link){link.rel="modulepreload"});
  document.querySelectorAll("script[type=asleep]").forEach(function(script){
    var awake=document.createElement("script");
    awake.type="module";awake.async=true;awake.textContent=script.textContent;
    script.replaceWith(awake);
  });
}
document.hidden?wake():(requestAnimationFrame(function(){setTimeout(wake)}),setTimeout(wake,1000));
})()"""


def only(html: str, css: str) -> str:
    """Return the page with its scripts asleep, and its full stylesheet ``css`` at the end: both wake after a frame."""
    html = html.replace('<script type="module"', '<script type="asleep"')
    html = html.replace('<link rel="modulepreload"', '<link rel="asleep"')
    end = f'<template id="whole-style">{css}</template><script>{_WAKE}</script>'
    return html.replace("</body>", f"{end}</body>", 1)
