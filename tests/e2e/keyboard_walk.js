/* Follows the focus through a page. `walk.begin()` returns the controls that Tab has to reach; `walk.end()` returns what
   was wrong on the way. */
(() => {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true], audio[controls]";
  const ROLES = /^(button|link|textbox|searchbox|combobox|checkbox|radio|switch|tab|tabpanel|slider|spinbutton|menuitem|option|region|group|article)$/;
  const SHOWN = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderTopColor"];
  const visits = [];
  const wrong = [];
  const suspects = new Set();
  const looks = new Map();
  let wanted = [];

  const words = (one) => {
    const name = one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent || one.name || one.id;
    return `${one.tagName.toLowerCase()} '${name.trim().replace(/\s+/g, " ").slice(0, 40)}'`;
  };
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]");
  const isReached = (one) =>
    one.tabIndex >= 0 && !one.disabled && isSeen(one) && one.role !== "tablist" && !(one.type === "radio" && !isFirstRadio(one));
  const isFirstRadio = (one) => {
    const group = [...document.querySelectorAll(`input[type=radio][name="${CSS.escape(one.name)}"]`)];
    return one === (group.find((each) => each.checked) ?? group[0]);
  };
  const family = (one) => [one, one.parentElement, one.parentElement?.parentElement, ...(one.labels ?? [])].filter(Boolean);
  const look = (one) =>
    [...family(one), ...[...(one.labels ?? [])].flatMap((label) => [...label.children])]
      .map((each) => SHOWN.map((name) => getComputedStyle(each)[name]).join())
      .join("|");
  const isPinned = (one) => {
    for (let each = one; each; each = each.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return true;
    return false;
  };
  const box = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top: top + scrollY, bottom: bottom + scrollY };
  };

  function isCovered(one) {
    const places = [...one.getClientRects()].flatMap(({ left, right, top, bottom }) => [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 4, top + 4],
      [right - 4, bottom - 4],
    ]);
    return !places.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (one.contains(hit) || [...(one.labels ?? [])].some((label) => label.contains(hit)) || hit.contains(one) && getComputedStyle(one).opacity === "0");
    });
  }

  function check(one) {
    const role = one.getAttribute("role") ?? one.computedRole;
    if (!one.matches("a[href], button, input, select, textarea, summary, audio") && !ROLES.test(role ?? ""))
      wrong.push(`no role: ${words(one)}`);
    if (look(one) === looks.get(one)) wrong.push(`focus not shown: ${words(one)}`);
    if (isCovered(one)) suspects.add(one);
  }

  /* Down the page or to the right; up again only into a column further right. What is pinned to the screen is apart. */
  function order() {
    const flow = visits.filter((one) => !one.pinned);
    for (const [index, now] of flow.slice(1).entries()) {
      const before = flow[index];
      const isRound = now.one.compareDocumentPosition(before.one) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isRound || !before.one.isConnected) continue; // past the end of the page, to its beginning
      const isUp = now.box.bottom <= before.box.top + 1 && now.box.left < before.box.right - 1;
      const isBeside = now.box.top < before.box.bottom - 1 && now.box.bottom > before.box.top + 1;
      const isBack = isBeside && now.box.right <= before.box.left + 1;
      if (isUp || isBack) wrong.push(`${words(before.one)} comes before ${words(now.one)}`);
    }
    wanted.filter((one) => one.tabIndex > 0).forEach((one) => wrong.push(`jumps the queue: ${words(one)}`));
  }

  window.walk = {
    begin() {
      wanted = [...document.querySelectorAll(CONTROLS)].filter(isReached);
      for (const one of wanted) looks.set(one, look(one));
      // The key comes up on the control that the key going down focused, when the page has scrolled to it.
      addEventListener("keyup", ({ target }) => {
        if (target === document.body || target.tabIndex < 0 || visits.some(({ one }) => one === target)) return;
        visits.push({ one: target, box: box(target), pinned: isPinned(target) });
        check(target);
      }, true);
      return wanted.map(words);
    },
    end() {
      order();
      for (const one of suspects) {
        one.focus(); // once more, now that the page is at rest
        if (one.isConnected && isCovered(one)) wrong.push(`covered: ${words(one)}`);
      }
      const missed = wanted.filter((one) => one.isConnected && isReached(one) && !visits.some((visit) => visit.one === one));
      return [...new Set([...wrong, ...missed.map((one) => `not reached: ${words(one)}`)])];
    },
  };
})();
