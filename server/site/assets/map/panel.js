/** Fills parts of the page with what the server says; the old stays, dimmed, until the new is there. */

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
        element.replaceChildren(...page.body.childNodes);
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
