// A button that copies a text: into the clipboard where the page came safely, else by selecting the text.

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

async function copy(button) {
  const text = document.getElementById(button.dataset.copy);
  const told = document.getElementById(button.getAttribute("aria-describedby"));
  let copied = false;
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text.textContent.replace(/\s+/g, ""));
      copied = true;
    }
  } catch {
    copied = false; // refused by the person or the browser
  }
  if (!copied) getSelection().selectAllChildren(text);
  told.textContent = copied ? button.dataset.copied : button.dataset.selected;
}
