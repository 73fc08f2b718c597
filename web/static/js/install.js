// The steps of installing: offers the browser's own dialog where it has one.

const button = document.getElementById("install-now");

if (button) {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    button.hidden = false;
    button.addEventListener("click", () => event.prompt(), { once: true });
  });
  window.addEventListener("appinstalled", () => {
    button.hidden = true;
  });
}
