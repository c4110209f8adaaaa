// Installs the worker that answers from the files of this site, and loads the page again once it does.
const [waiting, needs] = ['waiting', 'needs'].map((id) => document.getElementById(id));
const workers = navigator.serviceWorker;

if (workers) {
  if (waiting) waiting.hidden = false;
  if (needs) needs.hidden = true;
  const goOn = () => {
    if (waiting) location.reload();
  };
  // A page that a worker answered has no element that waits.
  if (workers.controller && waiting) {
    // The worker is there, and this page came from the host: it failed, or was passed by.
    if (sessionStorage.getItem('passed') === location.href) {
      waiting.hidden = true;
      needs.hidden = false;
    } else {
      sessionStorage.setItem('passed', location.href);
      goOn();
    }
  } else {
    workers.addEventListener('controllerchange', goOn, {once: true});
    workers.register('/sw.js').catch(() => {
      if (waiting) waiting.hidden = true;
      if (needs) needs.hidden = false;
    });
  }
}
