/** `account list`. */
import {accountsTable} from '../accounts/accounts.ts';
import {keysTable} from '../accounts/keys.ts';
import {windowsTable} from '../accounts/windows.ts';
import {numbersAt} from '../limits/calendar.ts';
import type {Desk, Said} from './command.ts';
import {columns, NONE, timeText} from './text.ts';

const HEAD = ['e-mail', 'tier', 'key', 'last used', 'requests this month', 'created', 'state'];
const REQUESTS = HEAD.indexOf('requests this month');

export function listAccounts(_: object, {database, now}: Desk): Said {
  const [keys, windows] = [keysTable(database), windowsTable(database)];
  const [, , month] = numbersAt(now.getTime());
  const rows = accountsTable(database)
    .all()
    .map(({id, name, tier, created_at, closed}) => {
      const key = keys.active(id);
      const counted = windows.of(id).month;
      const used = counted?.number === month ? counted.used : 0;
      const [shown, last] = key ? [key.shown, timeText(key.last_used_at)] : [NONE, NONE];
      return [name, tier, shown, last, String(used), timeText(created_at), closed ? 'closed' : 'open'];
    });
  return {stdout: columns([HEAD, ...rows], [REQUESTS])};
}
