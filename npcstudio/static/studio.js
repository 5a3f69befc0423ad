// Everything works without this: it keeps what was typed, and lets a lock be set in the drawing.

const fields = document.querySelectorAll("main form[method=post] textarea, main form[method=post] input[type=text]");
const place = (field) => `typed ${location.pathname} ${field.form.getAttribute("action")} ${field.name} ${field.id}`;

for (const field of fields) {
  const kept = sessionStorage.getItem(place(field));
  if (kept !== null && kept !== field.value) field.value = kept;
  field.addEventListener("input", () => sessionStorage.setItem(place(field), field.value));
}

// What was done needs no keeping.
if (document.querySelector(".done")) {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith("typed ")) sessionStorage.removeItem(name);
}

// The server checks what was typed and says what is wrong beside each field; it stores nothing.
for (const form of document.querySelectorAll("form[data-checked]")) {
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
  });
}

// A form is sent once; a line that is said again takes as long as its model.
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  if (event.target.dataset.sent) return void event.preventDefault();
  event.target.dataset.sent = "yes";
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
