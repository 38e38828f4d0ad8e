"""A script that did not arrive: bad reception, or a server that stopped just then.

A page whose script is lost stays half a page: nothing answers a click, or the recorder is missing. Browsers remember a
lost script for as long as the page is open, so only loading it again helps. As soon as the server answers, the page
does that by itself where nobody has touched it yet; else it offers a button, because what was typed would be gone. At
most three times a minute, should the server miss the file for good.
"""

SENTENCE = "Deze pagina is niet helemaal geladen."
BUTTON = "Opnieuw laden"

#: Runs before any other script. Listens for scripts of the page (``error``) and for those that are asked for later.
SCRIPT = """(function(){
var touched=false,told=false,memory="lost-files",wait=500;
["pointerdown","keydown"].forEach(function(n){addEventListener(n,function(){touched=true},{capture:true,once:true})});
function again(){
  var kept=(sessionStorage.getItem(memory)||"0 0").split(" "),now=Date.now();
  var count=now-kept[1]<60000?+kept[0]:0;
  if(touched||count>=3)return;
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
function lost(){
  if(told)return;
  told=true;
  document.readyState==="loading"?addEventListener("DOMContentLoaded",tell):tell();
  setTimeout(look,wait);
}
addEventListener("error",function(e){if(e.target&&e.target.tagName==="SCRIPT")lost()},true);
addEventListener("unhandledrejection",function(e){
  if(/dynamically imported module|importing a module script/i.test(e.reason&&e.reason.message))lost();
});
})()""".replace("SENTENCE", SENTENCE).replace("BUTTON", BUTTON)
