"use strict";
(() => {
  const value = (row, i) => {
    const cell = row.cells[i];
    return cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v;
  };
  const compare = (a, b) => {
    if (a === b) return 0;
    if (a === "") return 1; // what is not known comes last
    if (b === "") return -1;
    const x = Number(a), y = Number(b);
    return Number.isNaN(x) || Number.isNaN(y) ? (a < b ? -1 : 1) : x - y;
  };
  const sort = (table, heads, i) => {
    const down = heads[i].getAttribute("aria-sort") === "ascending";
    heads.forEach((h) => h.removeAttribute("aria-sort"));
    heads[i].setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [value(row, i), row]);
    rows.sort(([a], [b]) => (a === "" || b === "" ? compare(a, b) : down ? compare(b, a) : compare(a, b)));
    body.append(...rows.map(([, row]) => row));
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => sort(table, heads, i));
      head.replaceChildren(button);
    });
  }
  const box = document.querySelector(".filter");
  const input = box.querySelector("input");
  const said = box.querySelector("output");
  const items = Array.from(document.querySelectorAll("[data-filter] tbody tr, .cards > .card"), (e) => [e, e.textContent.toLowerCase()]);
  input.addEventListener("input", () => {
    const word = input.value.trim().toLowerCase();
    let shown = 0;
    for (const [e, text] of items) {
      e.hidden = word !== "" && !text.includes(word);
      if (!e.hidden) shown++;
    }
    said.textContent = word === "" ? "" : shown + " of " + items.length + " entries";
  });
  box.hidden = false;
})();
