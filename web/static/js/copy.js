// Buttons that copy a text: into the clipboard where the page came safely, else by selecting the text and asking
// the browser to copy what is selected; where it does not, the text stays selected for the person.

document.documentElement.classList.add("script"); // shows what needs one
for (const button of document.querySelectorAll("button[data-copy][hidden]")) button.hidden = false;

// Parts of a page are replaced by news, so the page listens and not the button.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  if (button) copy(button);
});

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
  if (!copied) {
    getSelection().selectAllChildren(text);
    copied = document.execCommand("copy"); // old, and the only one over plain HTTP
  }
  told.textContent = copied ? button.dataset.copied : button.dataset.selected;
}
