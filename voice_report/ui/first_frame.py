"""The first frame of a page: painted from its HTML alone, before anything else is fetched or run.

The scripts of a page weigh several times its HTML. Fetched beside it they share a slow line with it, and started before
the first frame they hold a slow processor while nothing is on screen. So they are deferred, as the full stylesheet is
(``critical_css``): the built page has them under another type, and a small script at its end starts them after a frame.
"""

#: Runs at the end of the body; waits two frames, so that the first one has been painted. A page in a tab behind
#: another paints nothing, so there it does not wait; nor, for long, in one that goes behind another meanwhile. The
#: elements are as React expects them when it takes over.
_START = """(function(){
var started=false;
function start(){
  if(started)return;
  started=true;
  var style=document.createElement("style");
  style.textContent=document.getElementById("whole-style").content.textContent;
  document.head.append(style);
  document.querySelectorAll("link[rel=deferred]").forEach(function(link){link.rel="modulepreload"});
  document.querySelectorAll("script[type=deferred]").forEach(function(script){
    var module=document.createElement("script");
    module.type="module";module.async=true;module.textContent=script.textContent;
    script.replaceWith(module);
  });
}
document.hidden?start():(requestAnimationFrame(function(){setTimeout(start)}),setTimeout(start,1000));
})()"""


def defer(html: str, css: str) -> str:
    """Return the page with its scripts, and its full stylesheet ``css``, deferred until after the first frame."""
    html = html.replace('<script type="module"', '<script type="deferred"')
    html = html.replace('<link rel="modulepreload"', '<link rel="deferred"')
    end = f'<template id="whole-style">{css}</template><script>{_START}</script>'
    return html.replace("</body>", f"{end}</body>", 1)
