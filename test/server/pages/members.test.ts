/** Members of accounts: invitations, what each role may do, acting for another account, and attacks on all of it. */
import {load} from 'cheerio';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Account} from '../../../server/accounts/accounts.ts';
import {INVITATION_DAYS, MAX_MEMBERS, type Role} from '../../../server/accounts/members.ts';
import {prune} from '../../../server/accounts/prune.ts';
import {deliver} from '../../helpers/mail.ts';
import {type Browser, openPages, type Pages} from '../../helpers/pages.ts';

const DAY_MS = 86_400_000;

let pages: Pages;
let made = 0;

beforeAll(async () => {
  pages = await openPages(undefined, true);
});
afterAll(() => pages.close());

/** Somebody with a proven address, signed in. */
async function person(name = 'person') {
  const account = await pages.account(`${name}-${made++}@example.org`);
  pages.tables.accounts.setProof(account.id, 'given');
  // Messages with a link are bounded for each client address.
  pages.clock.now += 3_600_000;
  return {account, browser: await pages.signedIn(account)};
}

const now = () => new Date(pages.clock.now);
const textOf = (html: string) => load(html)('.account').text();
const members = (account: Account) => pages.tables.members.ofAccount(account.id);

/** Adds a member as if invited and accepted. */
function join(account: Account, member: Account, role: Role): string {
  pages.tables.members.invite(account.id, member.name, role, now());
  const invitation = pages.tables.members.invitationsTo(member.name, now()).at(-1)!;
  pages.tables.members.accept(invitation, member.id, now());
  return String(members(account).at(-1)!.id);
}

const act = (browser: Browser, {id}: Account) => browser.submit('/account/act', {account: String(id)});

/** An account, and a member who acts for it. */
async function acting(role: Role) {
  const [owner, member] = [await person('owner'), await person(role)];
  const id = join(owner.account, member.account, role);
  await act(member.browser, owner.account);
  return {owner, member, id};
}

const keysOf = ({id}: Account) => pages.tables.keys.active(id).length;

describe('an invitation', () => {
  test('is sent, waits for its address, is accepted once, and is in the log with who did what', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    const {text} = await owner.browser.submit('/account/members/invite', {
      email: ` ${guest.account.name.toUpperCase()} `,
      role: 'manager',
    });
    expect(text).toContain('The invitation waits for whoever signs in with that address.');
    const letter = (await deliver(pages)).find(({to}) => to === guest.account.name)!;
    expect(letter.text).toContain(`${owner.account.name} invites you`);
    expect(letter.text).toContain('Manager');
    expect(letter.text).not.toContain('token');

    const $ = load((await guest.browser.get('/account')).text);
    const invitation = $('input[name="invitation"]').first().attr('value')!;
    const answer = {invitation, answer: 'accept'};
    const accepted = await guest.browser.submit('/account/invitation', answer);
    expect(accepted.text).toContain('You are a member now.');
    const again = await guest.browser.submit('/account/invitation', answer);
    expect(again.text).toContain('This invitation does not hold any more.');
    expect(members(owner.account)).toMatchObject([{address: guest.account.name, role: 'manager'}]);
    const log = pages.tables.audit.ofAccount(owner.account.id, 3);
    const detail = `manager ${guest.account.name}`;
    expect(log).toMatchObject([
      {event: 'member_joined', detail, person: guest.account.name},
      {event: 'member_invited', detail, person: owner.account.name},
      {event: 'signed_in', person: null},
    ]);
    expect(textOf((await owner.browser.get('/account')).text)).toContain(`${guest.account.name} (Manager)`);
  });

  test('answers the same, whether or not there is an account, and looks none up', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    const ask = async (email: string) => {
      const {text} = await owner.browser.submit('/account/members/invite', {email, role: 'reader'});
      return load(text)('.done').text();
    };
    const said = await ask(guest.account.name);
    expect(await ask(`nobody-${made}@example.org`)).toBe(said);
    expect(await ask(guest.account.name)).toBe(said);
    expect(await ask(owner.account.name)).toBe(said);
    const shown = members(owner.account).map(({accepted_at, role}) => [accepted_at, role]);
    expect(shown).toEqual(Array(3).fill([null, 'reader']));
    // Nobody joins their own account.
    expect(pages.tables.members.invitationsTo(owner.account.name, now())).toEqual([]);
  });

  test('does not hold for another address, an unproven one, after its end or after it was taken back', async () => {
    const [owner, guest, other] = [await person('owner'), await person('guest'), await person('other')];
    const {tables} = pages;
    const invite = () => tables.members.invite(owner.account.id, guest.account.name, 'owner', now());
    invite();
    const invitation = String(members(owner.account)[0]!.id);
    const accept = async (browser: Browser) =>
      (await browser.submit('/account/invitation', {invitation, answer: 'accept'})).text;
    expect(await accept(other.browser)).toContain('does not hold any more');
    tables.accounts.setProof(guest.account.id, 'none');
    expect((await guest.browser.get('/account')).text).not.toContain('name="invitation"');
    expect(await accept(guest.browser)).toContain('does not hold any more');
    tables.accounts.setProof(guest.account.id, 'given');
    pages.clock.now += INVITATION_DAYS * DAY_MS;
    expect(await accept(await pages.signedIn(guest.account))).toContain('does not hold any more');
    prune(pages.services.database, now());
    expect(members(owner.account)).toEqual([]);
    invite();
    await (await pages.signedIn(owner.account)).submit('/account/members/remove', {
      member: String(members(owner.account)[0]!.id),
    });
    expect(await accept(await pages.signedIn(guest.account))).toContain('does not hold any more');
    expect(tables.members.roleOf(owner.account.id, guest.account.id)).toBeNull();
  });

  test('is bounded for each account, client address and address, and needs a proven address', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    const ask = (email: string) => owner.browser.submit('/account/members/invite', {email, role: 'reader'});
    for (let i = 0; i < 5; i++) await ask(guest.account.name);
    const sent = (await deliver(pages)).filter(({to}) => to === guest.account.name);
    expect(sent).toHaveLength(3);
    for (let i = 0; i < 5; i++) await ask(`many-${i}@example.org`);
    const tooMany = await owner.browser.post('/account/members/invite', {
      email: 'x@example.org',
      role: 'reader',
    });
    expect(tooMany.status).toBe(429);
    // From other client addresses, too.
    for (let i = 0; i < 2; i++) {
      const elsewhere = await pages.signedIn(owner.account);
      const send = (n: number) =>
        elsewhere.post(
          '/account/members/invite',
          {email: `far-${i}-${n}@example.org`, role: 'reader'},
          {'X-Forwarded-For': `198.51.100.${i}`},
        );
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await send(n)).status);
      expect(new Set(statuses)).toEqual(new Set(i === 0 ? [303] : [303, 429]));
    }
    for (let i = members(owner.account).length; i < MAX_MEMBERS; i++)
      pages.tables.members.invite(owner.account.id, `all-${i}@example.org`, 'reader', now());
    pages.clock.now += 3_600_000;
    expect((await ask('one-more@example.org')).text).toContain('at most 50 members');
    pages.tables.accounts.setProof(owner.account.id, 'none');
    expect((await ask('one-more@example.org')).text).toContain('Confirm your address first.');
    for (const [email, role] of [
      ['x', 'reader'],
      ['x@example.org', 'king'],
    ])
      expect(
        (await owner.browser.submit('/account/members/invite', {email: email!, role: role!})).text,
      ).toContain('There is a problem');
  });

  test('is not sent once it was taken back, and only as it was made last', async () => {
    const owner = await person('owner');
    const invite = (email: string, role: Role) =>
      owner.browser.submit('/account/members/invite', {email, role});
    const [gone, changed] = [`gone-${made++}@example.org`, `changed-${made++}@example.org`];
    await invite(gone, 'reader');
    await owner.browser.submit('/account/members/remove', {member: String(members(owner.account)[0]!.id)});
    await invite(changed, 'reader');
    await invite(changed, 'owner');
    const letters = (await deliver(pages)).filter(({to}) => [gone, changed].includes(to));
    expect(letters.map(({to, text}) => [to, /Owner|Reader/.exec(text)?.[0]])).toEqual([[changed, 'Owner']]);
  });

  test('can be declined', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    pages.tables.members.invite(owner.account.id, guest.account.name, 'reader', now());
    const invitation = String(members(owner.account)[0]!.id);
    await guest.browser.submit('/account/invitation', {invitation, answer: 'decline'});
    expect(members(owner.account)).toEqual([]);
  });

  test('without mail is for an account that was there before', async () => {
    const unmailed = await openPages();
    const {tables, clock} = unmailed;
    const [owner, guest] = [await unmailed.account('o@example.org'), await unmailed.account('g@example.org')];
    clock.now += 1000;
    for (const address of ['g@example.org', 'later@example.org'])
      tables.members.invite(owner.id, address, 'owner', new Date(clock.now));
    clock.now += 1000;
    const later = await unmailed.account('later@example.org');
    const seen = async (one: Account) =>
      (await (await unmailed.signedIn(one)).get('/account')).text.includes('name="invitation"');
    expect([await seen(guest), await seen(later)]).toEqual([true, false]);
    unmailed.close();
  });
});

describe('a role', () => {
  /** Each form, the least role that it needs, and whether it changed something. */
  const FORMS: [path: string, least: Role, fields: (owner: Account) => Record<string, string>][] = [
    ['/account/key/create', 'manager', () => ({})],
    ['/account/key/refresh', 'manager', ({id}) => ({key: String(pages.tables.keys.active(id)[0]!.id)})],
    ['/account/key/revoke', 'manager', ({id}) => ({key: String(pages.tables.keys.active(id)[0]!.id)})],
    ['/account/alerts/add', 'manager', () => ({list: '/contracts', channel: 'feed', cadence: 'day'})],
    ['/account/members/invite', 'owner', () => ({email: 'new@example.org', role: 'reader'})],
    [
      '/account/members/role',
      'owner',
      ({id}) => ({member: String(pages.tables.members.ofAccount(id)[0]!.id), role: 'reader'}),
    ],
    [
      '/account/members/remove',
      'owner',
      ({id}) => ({member: String(pages.tables.members.ofAccount(id)[0]!.id)}),
    ],
  ];
  const RANK: Record<Role, number> = {reader: 0, manager: 1, owner: 2};
  const state = ({id}: Account) =>
    JSON.stringify([
      pages.tables.keys.all(id),
      pages.tables.members.ofAccount(id),
      pages.tables.searches.ofAccount(id),
    ]);

  test.each(['reader', 'manager', 'owner'] as const)(
    '%s may do what it may, and nothing else',
    async (role) => {
      for (const [path, least, fields] of FORMS) {
        const {owner, member} = await acting(role);
        await owner.browser.submit('/account/key/create');
        const before = state(owner.account);
        const {text} = await member.browser.submit(path, fields(owner.account));
        expect([path, state(owner.account) !== before]).toEqual([path, RANK[role] >= RANK[least]]);
        if (RANK[role] < RANK[least])
          expect(text).toContain('Your role in this account does not allow that.');
        expect(keysOf(member.account)).toBe(0);
      }
    },
  );

  test('shows what it may: keys by their first characters, members and log to owners alone', async () => {
    for (const role of ['reader', 'manager', 'owner'] as const) {
      const {owner, member} = await acting(role);
      await owner.browser.submit('/account/key/create');
      const {prefix} = pages.tables.keys.active(owner.account.id)[0]!;
      const $ = load((await member.browser.get('/account')).text);
      expect($('.who').text()).toContain(`Signed in as ${member.account.name}`);
      expect($('.who').text()).toContain(`Acting for ${owner.account.name}`);
      expect($('section[aria-labelledby="key"]').text()).toContain(prefix);
      expect($('#usage, #limits')).toHaveLength(2);
      expect($('form[action="/account/key/revoke"]').length > 0).toBe(role !== 'reader');
      expect($('#members, #log')).toHaveLength(role === 'owner' ? 2 : 0);
      // What belongs to the person is on the page of their own account.
      expect($('#security, #passkeys, #address, #leave, #clients')).toHaveLength(0);
    }
  });

  test('pages of saved searches name the account that they are for', async () => {
    const {owner, member} = await acting('manager');
    for (const path of ['/account/alerts', '/account/alerts/new?list=/contracts'])
      expect(textOf((await member.browser.get(path)).text)).toContain(`Acting for ${owner.account.name}`);
  });

  test('a reader sees no saved searches', async () => {
    const {member} = await acting('reader');
    for (const path of ['/account/alerts', '/account/alerts/new?list=/contracts']) {
      const {status, headers} = await member.browser.get(path);
      expect([status, headers.get('location')]).toEqual([303, '/account']);
    }
  });

  test('of a key that a manager makes, the log names the manager', async () => {
    const {owner, member} = await acting('manager');
    await member.browser.submit('/account/key/create', {name: 'ours'});
    expect(keysOf(owner.account)).toBe(1);
    expect(pages.tables.audit.ofAccount(owner.account.id, 1)).toMatchObject([
      {event: 'key_made', person: member.account.name},
    ]);
    const $ = load((await owner.browser.get('/account')).text);
    expect($('section[aria-labelledby="log"] tbody tr').first().text()).toContain(member.account.name);
  });
});

describe('a member', () => {
  test('who is removed or demoted may do nothing more with the next request', async () => {
    const {owner, member, id} = await acting('owner');
    const page = await member.browser.get('/account');
    expect(page.text).toContain('id="members"');
    await owner.browser.submit('/account/members/role', {member: id, role: 'reader'});
    expect((await member.browser.submit('/account/key/create')).text).toContain('does not allow that');
    await owner.browser.submit('/account/members/remove', {member: id});
    // The form that was open is refused, and does not act for their own account in its place.
    expect((await member.browser.post('/account/key/create')).status).toBe(403);
    expect([keysOf(owner.account), keysOf(member.account)]).toEqual([0, 0]);
    const $ = load((await member.browser.get('/account')).text);
    expect($('.who').text()).not.toContain('Acting for');
    expect($('#security')).toHaveLength(1);
  });

  test('cannot act for an account by a forged number, nor change its members from another', async () => {
    const [owner, stranger] = [await person('owner'), await person('stranger')];
    const friend = await person('friend');
    const id = join(owner.account, friend.account, 'reader');
    for (const account of [String(owner.account.id), '0', '99999', 'x', '-1', '']) {
      expect((await stranger.browser.submit('/account/act', {account})).text).toContain('no such member');
      expect((await stranger.browser.submit('/account/leave', {account})).text).toContain('no such member');
    }
    // As the owner of their own account, they name a member of another.
    const forged: Record<string, string>[] = [
      {member: id, role: 'owner'},
      {member: id, account: String(owner.account.id)},
    ];
    for (const fields of forged) {
      await stranger.browser.submit('/account/members/role', fields);
      await stranger.browser.submit('/account/members/remove', fields);
    }
    expect(members(owner.account)).toMatchObject([{role: 'reader'}]);
  });

  test('cannot raise their own role, nor act by a form for another account than its page showed', async () => {
    const {owner, member, id} = await acting('manager');
    await member.browser.submit('/account/members/role', {member: id, role: 'owner'});
    expect(members(owner.account)).toMatchObject([{role: 'manager'}]);
    // A second window switches; the form of the first one is of no use any more.
    const first = load((await member.browser.get('/account')).text)('input[name="csrf"]').attr('value')!;
    await act(member.browser, member.account);
    expect((await member.browser.post('/account/key/create', {csrf: first})).status).toBe(403);
    expect([keysOf(owner.account), keysOf(member.account)]).toEqual([0, 0]);
  });

  test('gets a new cookie when they switch, and the one before is worth nothing', async () => {
    const {owner, member} = await acting('reader');
    const before = new Map(member.browser.cookies);
    await act(member.browser, member.account);
    expect(member.browser.cookies.get('account')).not.toBe(before.get('account'));
    const thief = await pages.browser();
    thief.cookies.set('account', before.get('account')!);
    expect((await thief.get('/account')).text).not.toContain(owner.account.name);
    expect(load((await thief.get('/account')).text)('.who')).toHaveLength(0);
  });

  test('changes their own password and address alone, whichever account they act for', async () => {
    const {owner, member} = await acting('owner');
    const hash = pages.tables.passwords.hash(owner.account.id);
    await member.browser.submit('/account/password', {
      old: 'correct horse battery',
      new: 'quite another one',
    });
    await member.browser.submit('/account/close', {password: 'quite another one'});
    expect(pages.tables.passwords.hash(owner.account.id)).toBe(hash);
    expect(pages.tables.accounts.byId(owner.account.id)?.closed).toBe(false);
    expect(pages.tables.accounts.byId(member.account.id)?.closed).toBe(true);
    expect(members(owner.account)).toEqual([]);
  });

  test("the download is of one's own account, and names the accounts of which one is a member", async () => {
    const {owner, member} = await acting('owner');
    const data = JSON.parse((await member.browser.get('/account/export')).text);
    expect(data.account.email).toBe(member.account.name);
    expect(data.member_of).toEqual([{email: owner.account.name, role: 'owner'}]);
    expect(JSON.parse((await owner.browser.get('/account/export')).text).members).toMatchObject([
      {address: member.account.name, role: 'owner'},
    ]);
  });
});

test('an account keeps the owner whose address it has, whatever other owners and they themselves do', async () => {
  const {owner, member, id} = await acting('owner');
  const own = String(owner.account.id);
  expect((await owner.browser.submit('/account/leave', {account: own})).text).toContain('no such member');
  for (const path of ['remove', 'role'])
    await member.browser.submit(`/account/members/${path}`, {member: own, role: 'reader'});
  await member.browser.submit('/account/members/remove', {member: id});
  expect(pages.tables.members.roleOf(owner.account.id, owner.account.id)).toBe('owner');
  expect(members(owner.account)).toEqual([]);
});

test('when an account is closed, its members act for their own', async () => {
  const {owner, member} = await acting('owner');
  await owner.browser.submit('/account/close', {password: 'correct horse battery'});
  const $ = load((await member.browser.get('/account')).text);
  expect($('.who').text()).toContain(member.account.name);
  expect($('.who').text()).not.toContain('Acting for');
  expect(pages.tables.members.ofPerson(member.account.id)).toEqual([]);
});

test('a member who has not proven their address yet is kept', async () => {
  const [owner, waiting] = [await person('owner'), await pages.account('waiting@example.org')];
  pages.tables.accounts.setProof(waiting.id, 'asked');
  pages.tables.members.put(owner.account.id, waiting, 'reader', now());
  prune(pages.services.database, new Date(pages.clock.now + 40 * DAY_MS));
  expect(pages.tables.accounts.byId(waiting.id)).not.toBeNull();
});

test('the pages are in both languages', async () => {
  const {owner, member} = await acting('owner');
  for (const browser of [owner.browser, member.browser]) {
    const french = textOf((await browser.get('/account?lang=fr')).text);
    expect(french).toContain('Membres');
    expect(french).not.toContain('Members');
  }
});
