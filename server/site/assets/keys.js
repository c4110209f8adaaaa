// A slash leads to the search box, unless the reader switched it off on the page that tells of keys.

const KEPT = 'slash';

/** Browsers may refuse to keep anything: the key then works, and its switch does nothing. */
const kept = (work) => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};

const isOff = () => kept((store) => store.getItem(KEPT)) === 'off';

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey || isOff()) return;
  const input = document.querySelector('form.search input');
  if (!input) return;
  event.preventDefault();
  input.focus();
});

const choice = document.getElementById('slash');
if (choice) {
  choice.checked = !isOff();
  choice.closest('p').hidden = false;
  choice.addEventListener('change', () =>
    kept((store) => (choice.checked ? store.removeItem(KEPT) : store.setItem(KEPT, 'off'))),
  );
}
