"""The first frame of a page: painted from its HTML alone, before all else is fetched or run (decisions/0022).

The scripts of a page weigh several times its HTML. Fetched with it they share a slow line with it, and started before
the first frame they hold a slow processor while nothing is on screen. So they are deferred, as the full stylesheet is
(``critical_css``): the built page has the scripts under another type and the stylesheet disabled, and a small script at
its end fetches both after a frame. The scripts run when the stylesheet is there, because what they add needs it; a line
that brings no answer holds them up for a while only.
"""

_PATIENCE = 5_000  # milliseconds that scripts wait for the stylesheet; without it the page is plain, but it works

#: Runs at the end of the body; waits two frames, so that the first one has been painted. A page in a tab behind
#: another paints nothing, so there it does not wait; nor, for long, in one that goes behind another meanwhile. The
#: elements are as React expects them when it takes over.
_START = """(function(){
var started=false;
function start(){
  if(started)return;
  started=true;
  var style=document.querySelector("link[rel=stylesheet][disabled]");
  if(style){
    style.onload=style.onerror=run;
    setTimeout(run,PATIENCE);
    style.disabled=false;
  }
  document.querySelectorAll("link[rel=deferred]").forEach(function(link){link.rel="modulepreload"});
  if(!style)run();
}
function run(){
  document.querySelectorAll("script[type=deferred]").forEach(function(script){
    var module=document.createElement("script");
    module.type="module";module.async=true;module.textContent=script.textContent;
    script.replaceWith(module);
  });
}
document.hidden?start():(requestAnimationFrame(function(){setTimeout(start)}),setTimeout(start,1000));
})()""".replace("PATIENCE", str(_PATIENCE))


def defer(html: str) -> str:
    """Return the page with its scripts, and its stylesheet that is disabled, deferred until after the first frame."""
    html = html.replace('<script type="module"', '<script type="deferred"')
    html = html.replace('<link rel="modulepreload"', '<link rel="deferred"')
    return html.replace("</body>", f"<script>{_START}</script></body>", 1)
