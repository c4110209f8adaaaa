// Filters without a button: the results of the same page are fetched and put in the place of the old ones.
import {tellNewer} from './newer.js';

const filters = document.querySelector('form[data-live]');

if (filters) {
  const submit = filters.querySelector('button[type="submit"]');
  let running = null;
  const state = () => location.pathname + location.search;
  let shown = state();

  const addressOf = (form) => {
    const fields = new FormData(form);
    const query = new URLSearchParams([...fields].filter(([, value]) => value !== ''));
    return `${form.getAttribute('action')}${query.size === 0 ? '' : `?${query}`}`;
  };

  /** Puts the results of an address in place; the old ones stay, dimmed, until then. */
  const load = async (address) => {
    running?.abort();
    running = new AbortController();
    const results = document.getElementById('results');
    results.setAttribute('aria-busy', 'true');
    const answer = await fetch(address, {signal: running.signal});
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('results');
    if (!fresh) return location.assign(address);
    // The live region stays the same element, so that its new text is read out.
    const status = results.querySelector('[role="status"]');
    const said = fresh.querySelector('[role="status"]');
    if (status && said) {
      status.replaceChildren(...said.childNodes);
      said.replaceWith(status);
    }
    results.replaceChildren(...fresh.childNodes);
    document.getElementById('facets')?.replaceChildren(...(page.getElementById('facets')?.childNodes ?? []));
    tellNewer(answer);
    results.removeAttribute('aria-busy');
    document.title = page.title;
    const other = document.querySelector('.languages a');
    const there = page.querySelector('.languages a');
    if (other && there) other.href = there.href;
    const form = page.querySelector('form[data-live]');
    if (form) fill(form);
    if (form) redraw(form);
  };

  /** Histograms count what the other filters select. One that is gone stays empty, so that nothing moves. */
  const redraw = (form) => {
    for (const own of filters.querySelectorAll('.histogram')) {
      const same = form.querySelector(`.histogram[data-min="${own.dataset.min}"]`);
      own.querySelector('svg').replaceChildren(...(same?.querySelector('svg').childNodes ?? []));
      own.querySelector('.ends').replaceChildren(...(same?.querySelector('.ends').childNodes ?? []));
      own.dispatchEvent(new Event('fresh'));
    }
  };

  /** The form says what the address says: after going back, and for what rides along hidden. */
  const fill = (form) => {
    for (const hidden of filters.querySelectorAll('input[type="hidden"]')) hidden.remove();
    for (const hidden of form.querySelectorAll('input[type="hidden"]')) filters.append(hidden.cloneNode());
    for (const own of filters.elements) {
      if (!own.name || own.type === 'hidden' || own === document.activeElement) continue;
      const same = [...form.elements].filter((one) => one.name === own.name && one.type !== 'hidden');
      if (own.type === 'checkbox')
        own.checked = same.some((one) => one.value === own.value && one.hasAttribute('checked'));
      else if (same[0]) own.value = same[0].value;
    }
  };

  const follow = (address) => {
    // A text that was followed while it was typed is complete once more when its field is left.
    if (address === state()) return;
    history.pushState(null, '', address);
    shown = state();
    load(address).catch((error) => {
      if (error.name !== 'AbortError') location.assign(address);
    });
  };

  let timer = 0;
  const later = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (filters.checkValidity()) follow(addressOf(filters));
    }, ms);
  };
  filters.addEventListener('change', () => later(0));
  filters.addEventListener('input', (event) => {
    // Dates and choices say when they are complete; texts are while they are typed.
    if (event.target.type === 'text') later(350);
  });
  filters.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    follow(addressOf(filters));
    // Closes the sheet of narrow windows.
    if (matchMedia('(max-width: 60rem)').matches) location.replace('#results');
  });
  submit.addEventListener('click', () => clearTimeout(timer));
  addEventListener('popstate', () => {
    // The sheet opens and closes by a fragment, which changes no result.
    if (state() === shown) return;
    shown = state();
    load(location.href).catch(() => location.reload());
  });
}
