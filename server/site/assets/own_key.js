// A whole key is shown once, by the account page after it was made; the service keeps its hash alone. Until
// the tab is closed, or the reader signs out, the examples in this tab have it in place of YOUR_KEY.
const NAME = 'own-key';
const isSignedIn = /(^|; )signed_in=1(;|$)/.test(document.cookie);

function ownKey() {
  try {
    const fresh = document.getElementById('fresh-key')?.textContent;
    if (fresh) sessionStorage.setItem(NAME, fresh);
    const key = sessionStorage.getItem(NAME);
    // The account page lists the beginnings of all keys in use.
    const listed = [...document.querySelectorAll('[data-prefix]')].map(({dataset}) => dataset.prefix);
    const isGone = location.pathname === '/account' && !listed.some((prefix) => key?.startsWith(prefix));
    if (isSignedIn && !isGone) return key;
    sessionStorage.removeItem(NAME);
  } catch {
    // The browser stores nothing for this page.
  }
  return null;
}

const key = ownKey();

/** An example with the reader's own key, where this tab knows it. */
export const withOwnKey = (text) => (key === null ? text : text.replace('YOUR_KEY', key));

// When it is opened: results come anew with every change of the filters.
document.addEventListener(
  'toggle',
  ({target}) => {
    const example = target.querySelector?.('pre');
    if (example) example.textContent = withOwnKey(example.textContent);
  },
  true,
);
