// Installs the worker that answers from the files of this site, and loads the page again once it does.
const [waiting, needs, main] = ['waiting', 'needs', 'main'].map((id) => document.getElementById(id));
const workers = navigator.serviceWorker;

/** The page without a worker: what it needs, or the page as it was made, which knows no filters. */
const stay = () => {
  if (waiting) waiting.hidden = true;
  if (needs) needs.hidden = false;
  main.hidden = false;
};

/** A page that was made beforehand is right but for what its address asks beyond the path. */
const isWrong = waiting !== null || location.search !== '';

if (workers && !workers.controller) {
  if (waiting) {
    waiting.hidden = false;
    needs.hidden = true;
  } else if (isWrong) main.hidden = true;
  workers.addEventListener('controllerchange', () => isWrong && location.reload(), {once: true});
  workers.register('/sw.js').catch(stay);
} else if (workers && isWrong && sessionStorage.getItem('passed') !== location.href) {
  // The worker is there, and this page came from the host all the same: once more, by the worker.
  sessionStorage.setItem('passed', location.href);
  location.reload();
}
