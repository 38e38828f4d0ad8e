"""Recover from a script or stylesheet that failed to load: bad reception, or a server that stopped at that moment.

A page without one of its scripts is broken: clicks do nothing, or the recorder is missing; without its stylesheet a
dialog or menu has no shape. Browsers cache a failed script for as long as the page is open, so only a reload helps. As
soon as the server answers, the page reloads itself if the user has not touched it yet; otherwise it shows a button,
because a reload discards typed text and ends a recording. At most three reloads a minute, in case the server does not
have the file at all.

A page that is being left cancels what it was still loading: that is no loss, and a reload would undo the leaving. It is
reported only where the page is still there after a while (the person stayed, or came back to it).
"""

SENTENCE = "Deze pagina is niet helemaal geladen."
BUTTON = "Opnieuw laden"

#: Runs before any other script. Listens for the page's own scripts and stylesheet (``error``), and for scripts that are
#: imported later.
SCRIPT = """(function(){
var touched=false,told=false,leaving=false,memory="lost-files",wait=500;
["pointerdown","keydown","click","input"].forEach(function(n){addEventListener(n,function(){touched=true},{capture:true,once:true})});
function again(){
  var kept=(sessionStorage.getItem(memory)||"0 0").split(" "),now=Date.now();
  var count=now-kept[1]<60000?+kept[0]:0;
  if(touched||leaving||count>=3)return;
  sessionStorage.setItem(memory,count+1+" "+now);
  location.reload();
}
function look(){
  fetch("/healthz",{cache:"no-store"}).then(function(answer){if(!answer.ok)throw 0}).then(again,function(){
    setTimeout(look,wait=Math.min(2*wait,10000));
  });
}
function tell(){
  var box=document.createElement("div"),button=document.createElement("button");
  box.setAttribute("role","alert");
  box.className="connection-notice lost-files";
  button.className="button secondary small";
  button.textContent="BUTTON";
  button.addEventListener("click",function(){location.reload()});
  box.append("SENTENCE",button);
  document.body.append(box);
}
["beforeunload","pagehide"].forEach(function(n){addEventListener(n,function(e){if(e.isTrusted)leaving=true},true)});
function lost(){
  if(told)return;
  told=true;
  leaving?setTimeout(say,10000):say();
}
function say(){
  document.readyState==="loading"?addEventListener("DOMContentLoaded",tell):tell();
  setTimeout(look,wait);
}
addEventListener("error",function(e){var t=e.target;if(t&&(t.tagName==="SCRIPT"||t.rel==="stylesheet"))lost()},true);
addEventListener("unhandledrejection",function(e){
  if(/dynamically imported module|importing a module script/i.test(e.reason&&e.reason.message))lost();
});
})()""".replace("SENTENCE", SENTENCE).replace("BUTTON", BUTTON)
