// Everything works without this: it keeps what was typed, and lets a lock be set in the drawing.

const fields = document.querySelectorAll("main form[method=post] :is(textarea, select, input:is([type=text], [type=number], [type=time], [type=checkbox])), main form[method=post] input[data-base]");
const typed = (field) => field.type === "checkbox" && !field.checked ? "" : field.value;
const forget = (prefix) => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
};
const own = (form) => `typed ${location.pathname} ${form.getAttribute("action")} `;
// Boxes of one name are told apart by their values.
const place = (field) => `${own(field.form)}${field.name} ${field.id} ${field.type === "checkbox" ? field.value : ""}`;
let isRestored = false;

// What was done needs no keeping; what was typed in other forms does.
const sent = sessionStorage.getItem("sent");
if (sent && document.querySelector(".done")) forget(sent);
// A page that answers a form has what was typed in it already, in rows that may have moved up; one
// that is loaded again does not have what was typed since.
if (performance.getEntriesByType("navigation")[0]?.type === "reload") for (const form of document.querySelectorAll("form[data-typed]")) delete form.dataset.typed;
for (const form of document.querySelectorAll("form[data-typed]")) forget(own(form));
for (const field of fields) {
  const kept = field.form.dataset.typed ? null : sessionStorage.getItem(place(field));
  if (kept !== null && kept !== typed(field)) {
    if (field.type === "checkbox") field.checked = kept !== "";
    else field.value = kept;
    isRestored = true;
  }
  const keep = () => {
    sessionStorage.setItem(place(field), typed(field));
    // The version it was typed upon: what another saved meanwhile is not overwritten.
    for (const base of field.form.querySelectorAll("[data-base]")) sessionStorage.setItem(place(base), base.value);
  };
  if (field.form.dataset.typed) keep();
  field.addEventListener("input", keep);
}

const restored = document.querySelector("#restored");
if (restored) {
  restored.hidden = !isRestored;
  restored.querySelector("a").addEventListener("click", () => forget(own(document.querySelector("form[data-check]"))));
}

// Rows that were added and typed in, and that the page as it is saved does not have.
const restoreRows = (form) => {
  const added = Object.keys(sessionStorage)
    .filter((one) => one.startsWith(own(form)) && sessionStorage.getItem(one))
    .map((one) => ({ type: "hidden", name: one.slice(own(form).length).split(" ")[0], value: sessionStorage.getItem(one) }))
    .filter((one) => !form.elements[one.name]);
  const button = form.querySelector("[value=check]");
  if (!added.length || !button || form.dataset.typed) return false;
  for (const one of added) form.append(Object.assign(document.createElement("input"), one));
  form.requestSubmit(button);
  return true;
};

// Warnings while typing: the server checks what stands in the form, and keeps none of it.
const checked = document.querySelector("form[data-check]");
if (checked) {
  let waits;
  const check = async () => {
    const answer = await fetch(checked.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(checked)) });
    if (answer.ok) document.querySelector("#doubts").innerHTML = await answer.text();
  };
  checked.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(() => check().catch(() => {}), 700);
  });
  if (!restoreRows(checked) && isRestored) check().catch(() => {});
}

// The server checks what was typed and says what is wrong beside each field; it stores nothing.
for (const form of document.querySelectorAll("form[data-checked]")) {
  restoreRows(form);
  form.addEventListener("change", async () => {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "check");
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(() => null);
    const told = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const field of told ? form.querySelectorAll("[data-field]") : []) {
      const found = told.querySelector(`[data-field="${field.dataset.field}"] .wrong`);
      field.querySelector(".wrong")?.remove();
      if (found) field.lastElementChild.append(found);
    }
    // Names that other fields of the form show.
    for (const names of told ? form.querySelectorAll("select, [data-live]") : []) {
      const fresh = told.getElementById(names.id), chosen = names.value;
      if (!fresh || fresh.textContent === names.textContent) continue;
      names.innerHTML = fresh.innerHTML;
      if (names.matches("select")) names.value = chosen;
    }
  });
}

// A form is sent once; a line that is said again takes as long as its model.
document.addEventListener("submit", (event) => {
  // A file that is saved leaves the page as it is.
  if (event.target.method !== "post" || event.submitter?.value === "file") return;
  if (event.target.dataset.sent) return void event.preventDefault();
  event.target.dataset.sent = "yes";
  sessionStorage.setItem("sent", own(event.target));
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  told.className = "note";
  told.textContent = document.body.dataset.busy;
  event.target.append(told);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.querySelector("[role=status]")?.remove();
  }
});

const graph = document.querySelector("svg.graph");
const boxes = new Map([...document.querySelectorAll(".people input[name=to]")].map((box) => [box.value, box]));
if (graph && boxes.size) {
  graph.classList.add("live");
  for (const node of graph.querySelectorAll(".node")) {
    const box = boxes.get(node.dataset.person);
    if (!box) continue;
    const show = () => node.classList.toggle("chosen", box.checked);
    node.addEventListener("click", () => { box.checked = !box.checked; show(); });
    box.addEventListener("change", show);
    show();
  }
}

// Long work is looked at again; what is typed meanwhile is kept as above.
const working = document.querySelector("[data-refresh]");
if (working) setTimeout(() => location.replace(location.href.replace(/[?&]done=[^&]*/, "")), 1000 * Number(working.dataset.refresh));
