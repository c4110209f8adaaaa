/** Invitations of members: sent, accepted once, declined, bounded, and worth nothing when they do not hold. */
import {load} from 'cheerio';
import {describe, expect, test} from 'vitest';
import type {Account} from '../../../server/accounts/accounts.ts';
import {INVITATION_DAYS, MAX_MEMBERS, type Role} from '../../../server/accounts/members.ts';
import {prune} from '../../../server/accounts/prune.ts';
import {deliver} from '../../helpers/mail.ts';
import {memberPages} from '../../helpers/member_pages.ts';
import {type Browser, openPages} from '../../helpers/pages.ts';

const DAY_MS = 86_400_000;

const all = memberPages();
const {now, members, address, person} = all;
const textOf = (html: string) => load(html)('.account').text();

describe('an invitation', () => {
  test('is sent, waits for its address, is accepted once, and is in the log with who did what', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    const {text} = await owner.browser.submit('/account/members/invite', {
      email: ` ${guest.account.name.toUpperCase()} `,
      role: 'manager',
    });
    expect(text).toContain('The invitation waits for whoever signs in with that address.');
    const letter = (await deliver(all.pages)).find(({to}) => to === guest.account.name)!;
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
    const log = all.pages.tables.audit.ofAccount(owner.account.id, 3);
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
    expect(await ask(address('nobody'))).toBe(said);
    expect(await ask(guest.account.name)).toBe(said);
    expect(await ask(owner.account.name)).toBe(said);
    const shown = members(owner.account).map(({accepted_at, role}) => [accepted_at, role]);
    expect(shown).toEqual(Array(3).fill([null, 'reader']));
    // Nobody joins their own account.
    expect(all.pages.tables.members.invitationsTo(owner.account.name, now())).toEqual([]);
  });

  test('does not hold for another address, an unproven one, after its end or after it was taken back', async () => {
    const [owner, guest, other] = [await person('owner'), await person('guest'), await person('other')];
    const {tables} = all.pages;
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
    all.pages.clock.now += INVITATION_DAYS * DAY_MS;
    expect(await accept(await all.pages.signedIn(guest.account))).toContain('does not hold any more');
    prune(all.pages.services.database, now());
    expect(members(owner.account)).toEqual([]);
    invite();
    await (await all.pages.signedIn(owner.account)).submit('/account/members/remove', {
      member: String(members(owner.account)[0]!.id),
    });
    expect(await accept(await all.pages.signedIn(guest.account))).toContain('does not hold any more');
    expect(tables.members.roleOf(owner.account.id, guest.account.id)).toBeNull();
  });

  test('is bounded for each account, client address and address, and needs a proven address', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    const ask = (email: string) => owner.browser.submit('/account/members/invite', {email, role: 'reader'});
    for (let i = 0; i < 5; i++) await ask(guest.account.name);
    const sent = (await deliver(all.pages)).filter(({to}) => to === guest.account.name);
    expect(sent).toHaveLength(3);
    for (let i = 0; i < 5; i++) await ask(`many-${i}@example.org`);
    const tooMany = await owner.browser.post('/account/members/invite', {
      email: 'x@example.org',
      role: 'reader',
    });
    expect(tooMany.status).toBe(429);
    // From other client addresses, too.
    for (let i = 0; i < 2; i++) {
      const elsewhere = await all.pages.signedIn(owner.account);
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
      all.pages.tables.members.invite(owner.account.id, `all-${i}@example.org`, 'reader', now());
    all.pages.clock.now += 3_600_000;
    expect((await ask('one-more@example.org')).text).toContain('at most 50 members');
    all.pages.tables.accounts.setProof(owner.account.id, 'none');
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
    const [gone, changed] = [address('gone'), address('changed')];
    await invite(gone, 'reader');
    await owner.browser.submit('/account/members/remove', {member: String(members(owner.account)[0]!.id)});
    await invite(changed, 'reader');
    await invite(changed, 'owner');
    const letters = (await deliver(all.pages)).filter(({to}) => [gone, changed].includes(to));
    expect(letters.map(({to, text}) => [to, /Owner|Reader/.exec(text)?.[0]])).toEqual([[changed, 'Owner']]);
  });

  test('can be declined', async () => {
    const [owner, guest] = [await person('owner'), await person('guest')];
    all.pages.tables.members.invite(owner.account.id, guest.account.name, 'reader', now());
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
