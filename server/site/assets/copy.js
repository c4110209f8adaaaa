// Buttons that take a text to the clipboard; the text can be selected without.
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button.copy');
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
  const name = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => {
    button.textContent = name;
  }, 2000);
});

if (navigator.clipboard) document.documentElement.classList.add('copies');
