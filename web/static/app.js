// On every page: registers the service worker where the page came safely. Over plain HTTP there is none.

if (window.isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch((error) => console.info(error));
}
