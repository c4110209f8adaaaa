/** Fills parts of the page with what the server says; the old stays, dimmed, until the new is there. */

/** Replaces what an element shows; what the reader has opened stays open, and the focus on its link. */
function replace(element, nodes) {
  const opened = [...element.querySelectorAll('details[open]')].map(({id}) => id);
  const focused = element.contains(document.activeElement) && document.activeElement.getAttribute('href');
  element.replaceChildren(...nodes);
  for (const details of element.querySelectorAll('details')) details.open ||= opened.includes(details.id);
  const links = focused ? [...element.querySelectorAll('a')] : [];
  links.find((one) => one.getAttribute('href') === focused)?.focus({preventScroll: true});
}

/**
 * A part of the page. `load(address)` resolves to its new element, to null if a later one was asked for
 * meanwhile, and rejects with a text for people.
 */
export function openPart(element, failed) {
  let running = null;
  return {
    async load(address) {
      running?.abort();
      const own = new AbortController();
      running = own;
      element.setAttribute('aria-busy', 'true');
      try {
        const answer = await fetch(address, {signal: own.signal});
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        if (running !== own) return null;
        if (!answer.ok) throw new Error(page.querySelector('main p')?.textContent || failed);
        replace(element, page.body.childNodes);
        return element.firstElementChild;
      } catch (error) {
        if (error.name === 'AbortError') return null;
        throw error instanceof TypeError ? new Error(failed) : error;
      } finally {
        if (running === own) element.removeAttribute('aria-busy');
      }
    },
    clear() {
      running?.abort();
      running = null;
      element.removeAttribute('aria-busy');
      element.replaceChildren();
    },
  };
}
