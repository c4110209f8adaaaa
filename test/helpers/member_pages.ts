/** Account pages with members: people with a proven address, who join accounts and act for them. */
import {afterAll, beforeAll} from 'vitest';
import type {Account} from '../../server/accounts/accounts.ts';
import type {Role} from '../../server/accounts/members.ts';
import {type Browser, openPages, type Pages} from './pages.ts';

/** Registers the hooks of a file, which has pages of its own. */
export function memberPages() {
  let pages: Pages;
  let made = 0;
  beforeAll(async () => {
    pages = await openPages(undefined, true);
  });
  afterAll(() => pages.close());

  const now = () => new Date(pages.clock.now);
  const members = (account: Account) => pages.tables.members.ofAccount(account.id);
  /** An address of nobody. */
  const address = (name: string) => `${name}-${made++}@example.org`;

  /** Somebody with a proven address, signed in. */
  async function person(name = 'person') {
    const account = await pages.account(address(name));
    pages.tables.accounts.setProof(account.id, 'given');
    // Messages with a link are bounded for each client address.
    pages.clock.now += 3_600_000;
    return {account, browser: await pages.signedIn(account)};
  }

  /** Adds a member as if invited and accepted; returns the number of the row. */
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

  return {
    get pages(): Pages {
      return pages;
    },
    ...{now, members, address, person, join, act, acting},
  };
}
