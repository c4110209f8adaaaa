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
  const load = async (address, isBack) => {
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
    // What the reader has unfolded stays so.
    for (const {classList} of results.querySelectorAll('details[class][open]'))
      fresh.querySelector(`details.${classList[0]}`)?.setAttribute('open', '');
    results.replaceChildren(...fresh.childNodes);
    for (const own of filters.querySelectorAll('.facet'))
      own.replaceChildren(...(page.getElementById(own.id)?.childNodes ?? []));
    tellNewer(answer);
    results.removeAttribute('aria-busy');
    document.title = page.title;
    const other = document.querySelector('.languages a');
    const there = page.querySelector('.languages a');
    if (other && there) other.href = there.href;
    const [printed, now] = [document, page].map((one) => one.querySelector('.paper'));
    if (printed && now) printed.textContent = now.textContent;
    const form = page.querySelector('form[data-live]');
    if (form) fill(form, isBack);
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

  /**
   * The form says what the address says, for what rides along hidden, too. Whoever types is not interrupted,
   * but by going back.
   */
  const fill = (form, isBack) => {
    for (const hidden of filters.querySelectorAll('input[type="hidden"]')) hidden.remove();
    for (const hidden of form.querySelectorAll('input[type="hidden"]')) filters.append(hidden.cloneNode());
    for (const own of filters.elements) {
      if (!own.name || own.type === 'hidden' || (own === document.activeElement && !isBack)) continue;
      const same = [...form.elements].filter((one) => one.name === own.name && one.type !== 'hidden');
      // Choices come with their counts.
      if (own.type === 'select-one' && same[0]) own.replaceChildren(...same[0].cloneNode(true).childNodes);
      if (own.type === 'checkbox')
        own.checked = same.some((one) => one.value === own.value && one.hasAttribute('checked'));
      else if (same[0]) own.value = same[0].value;
    }
  };

  /** The form says what an address says before its page has come: what is chosen meanwhile adds to it. */
  const adopt = (address) => {
    const query = new URL(address, location.href).searchParams;
    for (const hidden of filters.querySelectorAll('input[type="hidden"]')) hidden.remove();
    const named = [...filters.elements].filter(({name}) => name);
    for (const own of named) {
      if (own.type === 'checkbox') own.checked = query.getAll(own.name).includes(own.value);
      else own.value = query.get(own.name) ?? '';
    }
    for (const [name, value] of query) {
      if (named.some((own) => own.name === name)) continue;
      filters.append(Object.assign(document.createElement('input'), {type: 'hidden', name, value}));
    }
  };

  // What is changed in one field without leaving it is one decision, and one entry of the history.
  let decided = null;

  const follow = (address, field = null) => {
    // A text that was followed while it was typed is complete once more when its field is left.
    if (address === state()) return Promise.resolve();
    if (field === null || field !== decided) {
      history.replaceState({y: scrollY, focus: document.activeElement?.id}, '');
      history.pushState(null, '', address);
    } else history.replaceState(null, '', address);
    decided = field;
    shown = state();
    return load(address, false).catch((error) => {
      if (error.name !== 'AbortError') location.assign(address);
    });
  };

  let timer = 0;
  let waiting = null;
  const now = () => {
    clearTimeout(timer);
    const field = waiting;
    waiting = null;
    if (field && filters.checkValidity()) follow(addressOf(filters), field);
  };
  const later = (field, ms) => {
    clearTimeout(timer);
    waiting = field;
    timer = setTimeout(now, ms);
  };
  filters.addEventListener('focusin', () => {
    now();
    decided = null;
  });
  filters.addEventListener('change', (event) => later(event.target, 0));
  filters.addEventListener('input', (event) => {
    // Dates and choices say when they are complete; texts are while they are typed.
    if (event.target.type === 'text') later(event.target, 350);
  });
  filters.addEventListener('submit', (event) => {
    event.preventDefault();
    waiting = null;
    follow(addressOf(filters));
    // Closes the sheet of narrow windows.
    if (matchMedia('(max-width: 60rem)').matches) location.replace('#results');
  });

  // Links that change a filter do what fields do, and the link that was followed, or its place, has the focus.
  document.querySelector('.list')?.addEventListener('click', async (event) => {
    const link = event.target.closest('.facet a, .presets a, .chips a');
    if (!link || link.pathname !== location.pathname) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const {id} = link.closest('[id]');
    const text = link.textContent;
    adopt(link.href);
    await follow(link.href.slice(location.origin.length));
    const place = document.getElementById(id);
    const same = [...place.querySelectorAll('a')].find((one) => one.textContent === text);
    (same ?? place.querySelector('a, input, select') ?? place).focus();
  });
  submit.addEventListener('click', () => {
    waiting = null;
    clearTimeout(timer);
  });
  addEventListener('popstate', async (event) => {
    // The sheet opens and closes by a fragment, which changes no result.
    if (state() === shown) return;
    shown = state();
    decided = null;
    waiting = null;
    adopt(location.href);
    try {
      await load(location.href, true);
    } catch {
      location.reload();
    }
    const {y, focus} = event.state ?? {};
    if (focus) document.getElementById(focus)?.focus({preventScroll: true});
    if (y !== undefined) scrollTo(0, y);
  });
}
