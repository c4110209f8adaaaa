/** Queues what saved searches have to tell: in one transaction with the note that it was told. */
import type {Database} from '../accounts/database.ts';
import type {SavedSearch} from '../accounts/searches.ts';
import {accountTables} from '../accounts/tables.ts';

/** Searches of one transaction: others may write in between. */
const MOST = 200;

/** Queues a message about what changed in a search since its owner was told last; false: nothing did. */
function tellOne(database: Database, search: SavedSearch, now: Date): boolean {
  const {accounts, mail, searches, searchChanges} = accountTables({database});
  const {id, account, list, told, channel, address, language} = search;
  const newest = searchChanges.newest(list) ?? 0;
  searches.tell(id, newest);
  const owner = accounts.byId(account);
  if (newest <= told || !owner) return false;
  const more = {parts: {search: id, after: told, up_to: newest}, occasion: `search ${id} ${newest}`};
  if (channel === 'mail') return mail.tell({...owner, language}, 'alert', now, more);
  return mail.add({kind: 'hook', account, recipient: address ?? '', language, ...more}, now);
}

/** Queues messages of searches that are due; returns how many. `at`: Unix epoch milliseconds. */
export function queueAlerts(database: Database, at: number): number {
  const now = new Date(at);
  const {searches} = accountTables({database});
  // Most of the time none is due, which takes no transaction.
  if (searches.due(now, 1).length === 0) return 0;
  return database.transaction(
    () => searches.due(now, MOST).filter((search) => tellOne(database, search, now)).length,
  );
}
