// Comfort only: buttons that take a text to the clipboard. Pages work without.
for (const button of document.querySelectorAll('button.copy')) {
  if (!navigator.clipboard) break;
  const source = document.getElementById(button.dataset.copies);
  const name = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = name;
    }, 2000);
  });
}
