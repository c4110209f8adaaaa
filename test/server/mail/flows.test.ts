/** Accounts with mail, from the form to the message and back: proof, reset, change of address, notices. */
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {deliver} from '../../helpers/mail.ts';
import {openPages, PASSWORD, type Pages} from '../../helpers/pages.ts';

let pages: Pages;

beforeAll(async () => {
  pages = await openPages(undefined, true);
});
beforeEach(() => deliver(pages));
afterAll(() => pages.close());

const NEW_PASSWORD = 'quite another password';

/** The fields of the form that a link leads to. */
const tokenOf = (link: string | null): string => new URLSearchParams(link!.split('?')[1]).get('token')!;

const signIn = async (email: string, password: string, address = '198.51.100.9') =>
  (await (await pages.browser(address)).submit('/account/sign-in', {email, password})).text;

test('a new account is entered by its link and password, and then makes its first key', async () => {
  const email = 'new@example.org';
  const browser = await pages.browser();
  const answer = await browser.submit('/account/sign-up', {email, password: PASSWORD});
  expect(answer.text).toContain('A message with a link is on its way');
  expect(answer.text).not.toContain('Signed in as');
  expect(await signIn(email, PASSWORD)).toContain('E-mail or password is not correct.');
  const [letter, ...others] = await deliver(pages);
  expect([letter!.to, others]).toEqual([email, []]);
  expect(letter!.headers.get('subject')).toBe('Confirm your address');
  expect(letter!.headers.has('list-unsubscribe')).toBe(false);
  await browser.get(letter!.link!);
  const token = tokenOf(letter!.link);
  const wrong = await browser.submit('/account/confirm', {token, password: 'not the password'});
  expect(wrong.text).toContain('The password is not correct.');
  const entered = await browser.submit('/account/confirm', {token, password: PASSWORD});
  expect(entered.text).toContain('Your address is confirmed.');
  expect((await browser.get(letter!.link!)).text).toContain('This link does not work');
  const made = await browser.submit('/account/key/create');
  expect(made.text).toContain('Copy your key now');
  const notices = await deliver(pages);
  expect(notices.map(({headers}) => headers.get('subject'))).toEqual(['A new API key was created']);
});

test('an account from before there was mail proves its address before its first key', async () => {
  const account = await pages.account('older@example.org');
  const browser = await pages.signedIn(account);
  const refused = await browser.submit('/account/key/create');
  expect(refused.text).toContain('Confirm your address first.');
  expect(pages.tables.keys.active(account.id)).toEqual([]);
  await browser.submit('/account/verify');
  const [letter] = await deliver(pages);
  await browser.submit('/account/confirm', {token: tokenOf(letter!.link), password: PASSWORD});
  await browser.submit('/account/key/create');
  expect(pages.tables.keys.active(account.id)).toHaveLength(1);
});

test('the owner of an address that others type gets the message in their own language', async () => {
  const {id} = await pages.account('francophone@example.org');
  pages.tables.accounts.setLanguage(id, 'fr');
  const other = await pages.signedIn(await pages.account('anglophone@example.org'));
  await other.submit('/account/address', {email: 'francophone@example.org', password: PASSWORD});
  const stranger = await pages.browser('198.51.100.60');
  await stranger.submit('/account/sign-up', {email: 'francophone@example.org', password: PASSWORD});
  const subjects = (await deliver(pages)).map(({headers}) => headers.get('subject'));
  expect(subjects).toEqual(Array(2).fill('Vous avez déjà un compte'));
});

test('a forgotten password is chosen anew by a link, which ends all sessions and passkeys', async () => {
  const account = await pages.account('forgot@example.org');
  const before = await pages.signedIn(account);
  const passkey = {account: account.id, name: '', public_key: 'AA', counter: 0, transports: ''};
  pages.tables.passkeys.add({...passkey, id: 'before the reset'}, new Date(pages.clock.now));
  const browser = await pages.browser('192.0.2.30');
  await browser.submit('/account/forgot', {email: ' Forgot@Example.org'});
  const [letter] = await deliver(pages);
  expect(letter!.text).toContain('within 30 minutes');
  const token = tokenOf(letter!.link);
  const short = await browser.submit('/account/reset', {token, new: 'short'});
  expect(short.text).toContain('Enter a password of 12 to 128 characters.');
  const done = await browser.submit('/account/reset', {token, new: NEW_PASSWORD});
  expect(done.text).toContain('Your password was changed.');
  expect(done.text).toContain('Signed in as');
  expect((await before.get('/account')).text).not.toContain('Signed in as');
  // Whoever knew the password before may have added a passkey.
  expect(pages.tables.passkeys.find('before the reset')).toBeNull();
  expect(await signIn('forgot@example.org', NEW_PASSWORD)).toContain('Signed in as');
  const subjects = (await deliver(pages)).map(({headers}) => headers.get('subject'));
  expect(subjects).toEqual(['Your password was changed', 'A sign-in from a new place']);
});

test('a new address is confirmed from there, and the one before is told', async () => {
  const account = await pages.account('before@example.org');
  const browser = await pages.signedIn(account);
  const wrong = await browser.submit('/account/address', {
    email: 'after@example.org',
    password: 'wrong wrong wrong',
  });
  expect(wrong.text).toContain('The current password is not correct.');
  await browser.submit('/account/address', {email: 'after@example.org', password: PASSWORD});
  const [letter] = await deliver(pages);
  expect(letter!.to).toBe('after@example.org');
  expect(pages.tables.accounts.byId(account.id)!.name).toBe('before@example.org');
  const done = await browser.submit('/account/confirm', {token: tokenOf(letter!.link), password: PASSWORD});
  expect(done.text).toContain('Your account has its new address.');
  expect(done.text).toContain('after@example.org');
  const [told] = await deliver(pages);
  expect([told!.to, told!.headers.get('subject')]).toEqual([
    'before@example.org',
    'The address of your account was changed',
  ]);
});

test('an address that another account took meanwhile is not given away', async () => {
  const account = await pages.account('mover@example.org');
  const browser = await pages.signedIn(account);
  await browser.submit('/account/address', {email: 'wanted@example.org', password: PASSWORD});
  const [letter] = await deliver(pages);
  await pages.account('wanted@example.org');
  const done = await browser.submit('/account/confirm', {token: tokenOf(letter!.link), password: PASSWORD});
  expect(done.text).toContain('Another account has this address now.');
  expect(pages.tables.accounts.byId(account.id)!.name).toBe('mover@example.org');
});

test('sign-ins are told from a new network alone, and not the first time', async () => {
  await pages.account('places@example.org');
  for (const address of ['203.0.113.1', '203.0.113.200', '198.51.100.1', '203.0.113.1'])
    await signIn('places@example.org', PASSWORD, address);
  const letters = await deliver(pages);
  expect(letters.map(({headers}) => headers.get('subject'))).toEqual(['A sign-in from a new place']);
  expect(letters[0]!.text).toContain('198.51.100.1');
});

test('messages and pages are in the language of the reader', async () => {
  const browser = await pages.browser('192.0.2.31');
  await browser.get('/account?lang=fr');
  const answer = await browser.submit('/account/sign-up', {email: 'fr@example.org', password: PASSWORD});
  expect(answer.text).toContain('Un message avec un lien est envoyé');
  const [letter] = await deliver(pages);
  expect(letter!.headers.get('subject')).toBe('Confirmez votre adresse');
  expect(letter!.headers.get('content-language')).toBe('fr');
  expect(letter!.text).toContain('Confirmer l’adresse\nhttp');
  expect(letter!.html).toContain('<html lang="fr">');
  // Also in a browser that knows nothing of the reader.
  const opened = await (await pages.browser()).get(letter!.link!);
  expect(opened.text).toContain('<html lang="fr">');
});

test('an account is exported without secrets, and closed by its password', async () => {
  const account = await pages.account('leaver@example.org');
  pages.tables.accounts.setProof(account.id, 'given');
  const browser = await pages.signedIn(account);
  const {text: shown} = await browser.submit('/account/key/create', {name: 'mine'});
  const [key] = /fpd_live_\w{38}/.exec(shown)!;
  const file = await browser.get('/account/export');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
  const data = JSON.parse(file.text);
  expect(data.account).toMatchObject({email: account.name, tier: 'free', address_confirmed: true});
  expect(data.keys).toMatchObject([{name: 'mine', prefix: key!.slice(0, 13), revoked_at: null}]);
  expect(data.sessions).toHaveLength(1);
  expect(data.messages).toMatchObject([{kind: 'key_made', recipient: account.name}]);
  expect(file.text).not.toMatch(/[0-9a-f]{64}|scrypt/);
  expect((await (await pages.browser()).get('/account/export')).status).toBe(303);

  await browser.submit('/account/close', {password: 'not the password'});
  expect(pages.tables.accounts.byId(account.id)!.closed).toBe(false);
  const gone = await browser.submit('/account/close', {password: PASSWORD});
  expect(gone.text).toContain('Your account is closed.');
  expect(pages.tables.keys.find(key!)).toBeNull();
  expect(await signIn(account.name, PASSWORD)).toContain('E-mail or password is not correct.');
  const subjects = (await deliver(pages)).map(({headers}) => headers.get('subject'));
  expect(subjects).toEqual(['A new API key was created', 'Your account was closed']);
});
