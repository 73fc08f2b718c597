// Takes an option back to what is usual on the spot; without a script the box does it and sends the form again.

document.getElementById("options").closest("form").addEventListener("click", (event) => {
  const back = event.target.closest("button.back");
  if (!back) return;
  event.preventDefault();
  const option = back.closest(".option");
  const select = option.querySelector("select");
  select.value = "";
  option.classList.remove("own");
  select.focus();
});
