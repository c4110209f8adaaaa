// Suggestions while typing. Without them the form leads to the page of results.
import {tellNewer} from './newer.js';

for (const form of document.querySelectorAll('form[data-suggest]')) {
  const input = form.querySelector('input');
  const box = document.createElement('div');
  box.className = 'suggestions';
  box.hidden = true;
  box.id = `${input.id}-list`;
  form.append(box);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': box.id,
    'aria-autocomplete': 'list',
  })) {
    input.setAttribute(name, value);
  }
  let asked = '';
  let selected = -1;

  const options = () => [...box.querySelectorAll('[role="option"]')];

  const show = (isShown) => {
    box.hidden = !isShown;
    input.setAttribute('aria-expanded', String(isShown));
    if (!isShown) select(-1);
  };

  const select = (index) => {
    selected = index;
    input.removeAttribute('aria-activedescendant');
    for (const [i, option] of options().entries()) {
      option.id = `${box.id}-${i}`;
      option.setAttribute('aria-selected', String(i === index));
      if (i === index) input.setAttribute('aria-activedescendant', option.id);
    }
  };

  const ask = async () => {
    const q = input.value.trim();
    asked = q;
    if (q.length < 2) return show(false);
    const answer = await fetch(`${form.dataset.suggest}?${new URLSearchParams({q})}`);
    if (answer.ok) tellNewer(answer);
    const html = answer.ok ? await answer.text() : '';
    // An answer to a text that has changed meanwhile is late.
    if (asked !== q) return;
    box.innerHTML = html;
    select(-1);
    show(html !== '');
  };

  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => show(false)), 60);
  });
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'Escape') show(false);
    else if (box.hidden || count === 0) return;
    else if (event.key === 'ArrowDown') select((selected + 1) % count);
    else if (event.key === 'ArrowUp') select((selected <= 0 ? count : selected) - 1);
    else if (event.key === 'Enter' && selected >= 0)
      location.assign(options()[selected].querySelector('a').href);
    else return;
    event.preventDefault();
  });
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget)) show(false);
  });
  // The place of the mouse is no choice: a link keeps the focus in the form until it is followed.
  box.addEventListener('mousedown', (event) => event.preventDefault());
}

/** Lists values of a filter while it is typed, where the server knows them. */
function suggestValues(input) {
  const list = document.createElement('datalist');
  list.id = `${input.id}-values`;
  input.after(list);
  input.setAttribute('list', list.id);
  let timer = 0;
  const ask = async () => {
    const q = input.value.trim();
    const answer = await fetch(`${input.dataset.values}?${new URLSearchParams({q})}`).catch(() => null);
    if (!answer?.ok || input.value.trim() !== q) return;
    const options = (await answer.json()).map((value) =>
      Object.assign(document.createElement('option'), {value}),
    );
    list.replaceChildren(...options);
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 80);
  });
}

// Fields are made ready when they are reached.
document.addEventListener('focusin', ({target}) => {
  if (target.matches('input[data-values]:not([list])')) suggestValues(target);
});
