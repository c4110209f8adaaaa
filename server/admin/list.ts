/** Command `account list`. */
import {accountsTable} from '../accounts/accounts.ts';
import {keysTable} from '../accounts/keys.ts';
import {windowsTable} from '../accounts/windows.ts';
import {windowNumbersAt} from '../limits/calendar.ts';
import type {CommandContext, CommandOutput} from './command.ts';
import {alignColumns, PLACEHOLDER, timeText} from './format.ts';

const HEAD = ['e-mail', 'tier', 'key', 'last used', 'requests this month', 'created', 'state'];
const REQUESTS = HEAD.indexOf('requests this month');

export function listAccounts(_: object, {database, now}: CommandContext): CommandOutput {
  const [keys, windows] = [keysTable(database), windowsTable(database)];
  const numbers = windowNumbersAt(now.getTime());
  const rows = accountsTable(database)
    .all()
    .map(({id, name, tier, created_at, closed}) => {
      const active = keys.active(id);
      const [, , used] = windows.get(id, numbers);
      const shown = active.map(({prefix}) => prefix).join(', ') || PLACEHOLDER;
      const last = active.map(({last_used_at}) => timeText(last_used_at)).join(', ') || PLACEHOLDER;
      return [name, tier, shown, last, String(used), timeText(created_at), closed ? 'closed' : 'open'];
    });
  return {stdout: alignColumns([HEAD, ...rows], [REQUESTS])};
}
