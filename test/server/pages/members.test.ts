/** Members of accounts: what each role may do, acting for another account, and attacks on all of it. */
import {load} from 'cheerio';
import {describe, expect, test} from 'vitest';
import type {Account} from '../../../server/accounts/accounts.ts';
import type {Role} from '../../../server/accounts/members.ts';
import {prune} from '../../../server/accounts/prune.ts';
import {memberPages} from '../../helpers/member_pages.ts';

const DAY_MS = 86_400_000;

const all = memberPages();
const {now, members, person, join, act, acting} = all;

const textOf = (html: string) => load(html)('.account').text();
const keysOf = ({id}: Account) => all.pages.tables.keys.active(id).length;

describe('a role', () => {
  /** Each form, the least role that it needs, and whether it changed something. */
  const FORMS: [path: string, least: Role, fields: (owner: Account) => Record<string, string>][] = [
    ['/account/key/create', 'manager', () => ({})],
    ['/account/key/refresh', 'manager', ({id}) => ({key: String(all.pages.tables.keys.active(id)[0]!.id)})],
    ['/account/key/revoke', 'manager', ({id}) => ({key: String(all.pages.tables.keys.active(id)[0]!.id)})],
    ['/account/alerts/add', 'manager', () => ({list: '/contracts', channel: 'feed', cadence: 'day'})],
    ['/account/members/invite', 'owner', () => ({email: 'new@example.org', role: 'reader'})],
    [
      '/account/members/role',
      'owner',
      ({id}) => ({member: String(all.pages.tables.members.ofAccount(id)[0]!.id), role: 'reader'}),
    ],
    [
      '/account/members/remove',
      'owner',
      ({id}) => ({member: String(all.pages.tables.members.ofAccount(id)[0]!.id)}),
    ],
  ];
  const RANK: Record<Role, number> = {reader: 0, manager: 1, owner: 2};
  const state = ({id}: Account) =>
    JSON.stringify([
      all.pages.tables.keys.all(id),
      all.pages.tables.members.ofAccount(id),
      all.pages.tables.searches.ofAccount(id),
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
      const {prefix} = all.pages.tables.keys.active(owner.account.id)[0]!;
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
    expect(all.pages.tables.audit.ofAccount(owner.account.id, 1)).toMatchObject([
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
    const thief = await all.pages.browser();
    thief.cookies.set('account', before.get('account')!);
    expect((await thief.get('/account')).text).not.toContain(owner.account.name);
    expect(load((await thief.get('/account')).text)('.who')).toHaveLength(0);
  });

  test('changes their own password and address alone, whichever account they act for', async () => {
    const {owner, member} = await acting('owner');
    const hash = all.pages.tables.passwords.hash(owner.account.id);
    await member.browser.submit('/account/password', {
      old: 'correct horse battery',
      new: 'quite another one',
    });
    await member.browser.submit('/account/close', {password: 'quite another one'});
    expect(all.pages.tables.passwords.hash(owner.account.id)).toBe(hash);
    expect(all.pages.tables.accounts.byId(owner.account.id)?.closed).toBe(false);
    expect(all.pages.tables.accounts.byId(member.account.id)?.closed).toBe(true);
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
  expect(all.pages.tables.members.roleOf(owner.account.id, owner.account.id)).toBe('owner');
  expect(members(owner.account)).toEqual([]);
});

test('when an account is closed, its members act for their own', async () => {
  const {owner, member} = await acting('owner');
  await owner.browser.submit('/account/close', {password: 'correct horse battery'});
  const $ = load((await member.browser.get('/account')).text);
  expect($('.who').text()).toContain(member.account.name);
  expect($('.who').text()).not.toContain('Acting for');
  expect(all.pages.tables.members.ofPerson(member.account.id)).toEqual([]);
});

test('a member who has not proven their address yet is kept', async () => {
  const [owner, waiting] = [await person('owner'), await all.pages.account('waiting@example.org')];
  all.pages.tables.accounts.setProof(waiting.id, 'asked');
  all.pages.tables.members.put(owner.account.id, waiting, 'reader', now());
  prune(all.pages.services.database, new Date(all.pages.clock.now + 40 * DAY_MS));
  expect(all.pages.tables.accounts.byId(waiting.id)).not.toBeNull();
});

test('the pages are in both languages', async () => {
  const {owner, member} = await acting('owner');
  for (const browser of [owner.browser, member.browser]) {
    const french = textOf((await browser.get('/account?lang=fr')).text);
    expect(french).toContain('Membres');
    expect(french).not.toContain('Members');
  }
});
