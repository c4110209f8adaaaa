/** `account show`. */
import type {Account} from '../accounts/accounts.ts';
import type {Database} from '../accounts/database.ts';
import {grantsTable} from '../accounts/grants.ts';
import {keysTable} from '../accounts/keys.ts';
import {passwordsTable} from '../accounts/passwords.ts';
import {sessionsTable} from '../accounts/sessions.ts';
import {dayOf, usageTable} from '../accounts/usage.ts';
import {WINDOWS, windowsTable} from '../accounts/windows.ts';
import {countersMemory, viewOf} from '../limits/memory.ts';
import {openLimits} from '../limits/open.ts';
import type {Windows} from '../limits/types.ts';
import type {Desk, Said} from './command.ts';
import {known} from './find_account.ts';
import {columns, NONE, quotaText, timeText} from './text.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** The windows as the service counts them: of the store, or of Redis where it counts there; `lost` hears of its absence. */
async function windowsNow({id, name, tier, quotas}: Account, desk: Desk, lost: () => void): Promise<Windows> {
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error: lost};
  const memory = viewOf(countersMemory(id));
  const limits = await openLimits(memory, windowsTable(desk.database).of, desk.redis, log);
  const windows = await limits.look({id, account: name, tier, quotas, shown: null}, desk.now.getTime());
  limits.close();
  return windows;
}

function windowRows(windows: Windows): string[][] {
  const rows = WINDOWS.map((name) => {
    const {limit, used, reset} = windows[name];
    return [name, String(used), quotaText(limit), timeText(new Date(reset * 1000).toISOString())];
  });
  return [['window', 'used', 'limit', 'ends'], ...rows];
}

/** One row for each of the last UTC days, today last. */
function usageRows(database: Database, account: number, now: Date): string[][] {
  const days = Array.from({length: DAYS}, (_, i) => dayOf(now.getTime() - (DAYS - 1 - i) * DAY_MS));
  const all = usageTable(database).since(account, days[0]!);
  const rows = days.map((day) => {
    const of = all.filter((one) => one.day === day);
    const total = of.reduce((sum, {requests}) => sum + requests, 0);
    return [day, String(total), of.map(({group, requests}) => `${group} ${requests}`).join(', ') || NONE];
  });
  return [['day', 'requests', 'of them'], ...rows];
}

function keyText(database: Database, account: number): string {
  const key = keysTable(database).active(account);
  if (!key) return NONE;
  const {shown, created_at, last_used_at} = key;
  return `${shown}, created ${timeText(created_at)}, last used ${timeText(last_used_at)}`;
}

function passwordText(database: Database, account: number): string {
  const passwords = passwordsTable(database);
  if (passwords.of(account) === null) return NONE;
  if (!passwords.isOneTime(account)) return 'chosen by its owner';
  return passwords.forSignIn(account) === null ? 'one-time, used' : 'one-time, not used yet';
}

export async function showAccount({email}: {email: string}, desk: Desk): Promise<Said> {
  const {database, now} = desk;
  const account = known(database, email);
  const {id, name, tier, created_at, closed} = account;
  let stderr = '';
  const windows = await windowsNow(account, desk, () => {
    stderr = 'Redis cannot be reached: the windows are those of the store\n';
  });
  const facts = [
    ['e-mail', name],
    ['tier', tier],
    ['state', closed ? 'closed' : 'open'],
    ['created', timeText(created_at)],
    ['password', passwordText(database, id)],
    ['key', keyText(database, id)],
    ['sessions', String(sessionsTable(database).count(id, now))],
    ['tool clients', String(grantsTable(database).connected(id, now).length)],
  ];
  const parts = [
    columns(facts),
    columns(windowRows(windows), [1, 2]),
    columns(usageRows(database, id, now), [1]),
  ];
  return {stdout: parts.join('\n'), stderr};
}
