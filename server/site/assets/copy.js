import {withOwnKey} from './own_key.js';

// Buttons that take a text to the clipboard; the text can be selected without.
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button.copy');
  if (!button) return;
  const {textContent} = document.getElementById(button.dataset.copies);
  await navigator.clipboard.writeText(withOwnKey(textContent));
  const name = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => {
    button.textContent = name;
  }, 2000);
});

if (navigator.clipboard) document.documentElement.classList.add('copies');
