"use strict";
(() => {
  const root = document.documentElement, tip = document.getElementById("tip");

  // Theme: as the system, light, dark; remembered where the browser allows it.
  const themes = ["auto", "light", "dark"], button = document.getElementById("theme");
  let theme = "auto";
  try { theme = localStorage.getItem("slrm-theme") || "auto"; } catch (e) { /* storage is off */ }
  const paint = () => {
    if (theme === "auto") root.removeAttribute("data-theme"); else root.dataset.theme = theme;
    button.textContent = "Theme: " + theme;
  };
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("slrm-theme", theme); } catch (e) { /* storage is off */ }
    paint();
  });
  paint();

  // One target at a time.
  const choose = n => {
    document.querySelectorAll(".panel").forEach(p => { p.hidden = p.dataset.target !== n; });
    document.querySelectorAll("[data-choose]").forEach(b => b.setAttribute("aria-pressed", b.dataset.choose === n));
  };
  document.querySelectorAll("[data-choose]").forEach(b => b.addEventListener("click", () => choose(b.dataset.choose)));
  if (document.querySelector("[data-choose]")) choose("0");

  // Folded sections: a link opens one, print shows all of them.
  const parts = () => [...document.querySelectorAll("details.part")];
  const unfold = () => {
    const at = location.hash && document.getElementById(location.hash.slice(1));
    if (at) at.querySelectorAll("details.part").forEach(d => { d.open = true; });
  };
  addEventListener("hashchange", unfold);
  unfold();
  let folded = [];
  addEventListener("beforeprint", () => { folded = parts().filter(d => !d.open); folded.forEach(d => { d.open = true; }); });
  addEventListener("afterprint", () => { folded.forEach(d => { d.open = false; }); });

  // Tooltips: what is under the pointer, else the nearest point of a plot, else a cell of the map.
  let hot = null;
  const heat = mark => {
    if (hot === mark) return;
    if (hot) hot.classList.remove("hot");
    hot = mark;
    if (hot) hot.classList.add("hot");
  };
  const nearest = (svg, e) => {
    const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
    const x = (e.clientX - box.left) * scale, y = (e.clientY - box.top) * scale;
    if (!svg.marks) svg.marks = [...svg.querySelectorAll(".near circle")].map(c => [+c.getAttribute("cx"), +c.getAttribute("cy"), c]);
    let best = null, least = Math.pow(26 * Math.max(1, scale), 2);
    for (const m of svg.marks) {
      const d = (m[0] - x) ** 2 + (m[1] - y) ** 2;
      if (d < least) { least = d; best = m[2]; }
    }
    return best;
  };
  const percent = ["none", "an eighth", "a quarter", "three eighths", "half", "five eighths", "three quarters", "seven eighths", "all"];
  const cell = (svg, e) => {
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal, rows = +svg.dataset.rows;
    const c = Math.floor((e.clientX - box.left) / box.width * view.width);
    const r = Math.floor((e.clientY - box.top) / box.height * view.height);
    const level = svg.dataset.map[r * view.width + c];
    if (level === undefined) return "";
    if (!svg.names) svg.names = svg.dataset.names.split("\n");
    const from = Math.ceil(r * rows / view.height) + 1, to = Math.ceil((r + 1) * rows / view.height);
    const single = rows === view.height;
    const state = single && (level === "0" || level === "8") ? (level === "0" ? "known" : "missing")
      : level === "0" ? "nothing missing" : (level === "8" ? "" : "about ") + percent[level] + " missing";
    return svg.names[c] + "\n" + (from < to ? "rows " + from + "–" + to : "row " + from) + "\n" + state;
  };
  const show = e => {
    const at = e.target.closest ? e.target : e.target.parentElement;
    const svg = at && at.closest("svg");
    const point = svg && svg.classList.contains("plot") ? nearest(svg, e) : null;
    const mark = point || (at && at.closest("[data-t]"));
    heat(point);
    const text = mark ? mark.dataset.t : svg && svg.dataset.map ? cell(svg, e) : "";
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const w = tip.offsetWidth, h = tip.offsetHeight;
    tip.style.left = Math.max(8, Math.min(e.clientX + 14, innerWidth - w - 8)) + "px";
    tip.style.top = (e.clientY + 18 + h > innerHeight ? Math.max(8, e.clientY - h - 12) : e.clientY + 18) + "px";
  };
  document.addEventListener("pointermove", show);
  document.addEventListener("pointerdown", show);
  document.addEventListener("scroll", () => { tip.hidden = true; heat(null); }, { passive: true });
  document.addEventListener("pointerleave", () => { tip.hidden = true; heat(null); });
})();
