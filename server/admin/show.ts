/** Commands that show accounts. */
import {type Account, accountsTable} from '../accounts/accounts.ts';
import type {Database} from '../accounts/database.ts';
import {keysTable} from '../accounts/keys.ts';
import {passwordsTable} from '../accounts/passwords.ts';
import {sessionsTable} from '../accounts/sessions.ts';
import {grantsTable} from '../accounts/tool_clients.ts';
import {usageTable, utcDay} from '../accounts/usage.ts';
import {WINDOWS, windowsTable} from '../accounts/windows.ts';
import {windowNumbersAt} from '../limits/calendar.ts';
import {allocateCounters, viewCounters} from '../limits/counter_memory.ts';
import {openLimits} from '../limits/open_limits.ts';
import {findAccount} from './changes.ts';
import {type CommandContext, type CommandOutput, type Given, quotaText} from './command.ts';

/** Stands for an absent value. */
const PLACEHOLDER = '-';

/** To the second, UTC; `-` for never. */
const timeText = (iso: string | null): string => (iso === null ? PLACEHOLDER : `${iso.slice(0, 19)}Z`);

/** Aligns columns to their widest cell, two spaces apart; `right` lists right-aligned columns. */
function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => [...row[i]!].length)));
  const cell = (text: string, i: number) => {
    const blank = ' '.repeat(widths[i]! - [...text].length);
    return right.includes(i) ? blank + text : text + blank;
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}

/** Command `account list`. */
export function listAccounts(_: Given, {database, now}: CommandContext): CommandOutput {
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
  const head = ['e-mail', 'tier', 'key', 'last used', 'requests this month', 'created', 'state'];
  return {stdout: alignColumns([head, ...rows], [4])};
}

/** The windows as the service counts them: from the store, or from Redis if configured. */
async function windowRows(
  {id, name: account, tier, quotas}: Account,
  {database, redis, now}: CommandContext,
  onLost: () => void,
): Promise<string[][]> {
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error: onLost};
  const memory = viewCounters(allocateCounters(id));
  const limits = await openLimits(memory, windowsTable(database).get, redis, log);
  const windows = await limits.peek({id, account, tier, quotas, key: null}, now.getTime());
  limits.close();
  const rows = WINDOWS.map((name) => {
    const {limit, used, reset} = windows[name];
    return [name, String(used), quotaText(limit), timeText(new Date(reset * 1000).toISOString())];
  });
  return [['window', 'used', 'limit', 'ends'], ...rows];
}

/** One row for each of the last seven UTC days, today last. */
function usageRows(database: Database, account: number, now: Date): string[][] {
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => utcDay(now.getTime() - ago * 86_400_000));
  const all = usageTable(database).since(account, days[0]!);
  const rows = days.map((day) => {
    const ofDay = all.filter((one) => one.day === day);
    const total = ofDay.reduce((sum, {requests}) => sum + requests, 0);
    const groups = ofDay.map(({group, requests}) => `${group} ${requests}`).join(', ');
    return [day, String(total), groups || PLACEHOLDER];
  });
  return [['day', 'requests', 'of them'], ...rows];
}

function keyText(database: Database, account: number): string {
  const keys = keysTable(database)
    .active(account)
    .map(({name, prefix, created_at, last_used_at}) => {
      const shown = name ? `${prefix} (${name})` : prefix;
      return `${shown}, created ${timeText(created_at)}, last used ${timeText(last_used_at)}`;
    });
  return keys.join('; ') || PLACEHOLDER;
}

function passwordText(database: Database, account: number): string {
  const passwords = passwordsTable(database);
  if (passwords.hash(account) === null) return PLACEHOLDER;
  if (!passwords.isOneTime(account)) return 'chosen by its owner';
  return passwords.hashForSignIn(account) === null ? 'one-time, used' : 'one-time, not used yet';
}

/** Command `account show`. */
export async function showAccount({email}: Given, context: CommandContext): Promise<CommandOutput> {
  const {database, now} = context;
  const account = findAccount(database, email);
  const {id, name, tier, created_at, closed} = account;
  let stderr = '';
  const windows = await windowRows(account, context, () => {
    stderr = 'Redis cannot be reached: the windows are those of the store\n';
  });
  const fields = [
    ['e-mail', name],
    ['tier', tier],
    ['state', closed ? 'closed' : 'open'],
    ['created', timeText(created_at)],
    ['password', passwordText(database, id)],
    ['key', keyText(database, id)],
    ['sessions', String(sessionsTable(database).count(id, now))],
    ['tool clients', String(grantsTable(database).connected(id, now).length)],
  ];
  const tables = [
    alignColumns(fields),
    alignColumns(windows, [1, 2]),
    alignColumns(usageRows(database, id, now), [1]),
  ];
  return {stdout: tables.join('\n'), stderr};
}
