// Takes an option back to what is usual on the spot; without a script the box does it and sends the form again.

document.getElementById("options").closest("form").addEventListener("click", (event) => {
  const back = event.target.closest("button.back");
  if (!back) return;
  event.preventDefault();
  const option = back.closest(".option");
  const select = option.querySelector("select");
  select.value = "";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  option.classList.remove("own");
  select.focus();
});

// The line above the rules says whether they are as usual, as soon as one is changed.
const line = document.querySelector("#rules > summary b");
const form = document.getElementById("rules-form");
if (line) form.addEventListener("change", () => {
  const chosen = form.querySelector("[name=preset]:checked").closest("label");
  const own = [...form.querySelectorAll("select[name^=option-]")].some((select) => select.value);
  const usual = chosen.matches(".kept-rules") ? "{rules}" : line.dataset.usual;
  line.textContent = (own ? line.dataset.own : usual).replace("{rules}", chosen.querySelector("b").textContent);
});
