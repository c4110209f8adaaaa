/** Commands that show accounts. */
import type {Account} from '../accounts/accounts.ts';
import type {Member} from '../accounts/members.ts';
import {accountTables, type Tables} from '../accounts/tables.ts';
import {utcDay} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {windowNumbersAt} from '../limits/calendar.ts';
import {allocateCounters, viewCounters} from '../limits/counter_memory.ts';
import {openLimits} from '../limits/open_limits.ts';
import {storedWindows} from '../limits/stored_windows.ts';
import {findAccount} from './changes.ts';
import {type CommandContext, type CommandOutput, type Given, quotaText} from './command.ts';

/** Stands for an absent value. */
export const PLACEHOLDER = '-';

/** To the second, UTC; `-` for never. */
export const timeText = (iso: string | null): string => (iso === null ? PLACEHOLDER : `${iso.slice(0, 19)}Z`);

/** Aligns columns to their widest cell, two spaces apart; `right` lists right-aligned columns. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => [...row[i]!].length)));
  const cell = (text: string, i: number) => {
    const blank = ' '.repeat(widths[i]! - [...text].length);
    return right.includes(i) ? blank + text : text + blank;
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}

/** Command `account list`. */
export function listAccounts(_: Given, context: CommandContext): CommandOutput {
  const {accounts, keys, windows} = accountTables(context);
  const numbers = windowNumbersAt(context.now.getTime());
  const rows = accounts.all().map(({id, name, tier, created_at, closed}) => {
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
  context: CommandContext,
  onLost: () => void,
): Promise<string[][]> {
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error: onLost};
  const memory = viewCounters(allocateCounters(id));
  const limits = await openLimits(memory, storedWindows(context.database), context.redis, log);
  const windows = await limits.peek({id, account, tier, quotas, key: null}, context.now.getTime());
  limits.close();
  const rows = WINDOWS.map((name) => {
    const {limit, used, reset} = windows[name];
    return [name, String(used), quotaText(limit), timeText(new Date(reset * 1000).toISOString())];
  });
  return [['window', 'used', 'limit', 'ends'], ...rows];
}

/** One row for each of the last seven UTC days, today last. */
function usageRows({usage}: Tables, account: number, now: Date): string[][] {
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => utcDay(now.getTime() - ago * 86_400_000));
  const all = usage.since(account, days[0]!);
  const byKey = usage.ofKeysSince(account, days[0]!);
  const rows = days.map((day) => {
    const ofDay = all.filter((one) => one.day === day);
    const total = ofDay.reduce((sum, {requests}) => sum + requests, 0);
    const groups = ofDay.map(({group, requests}) => `${group} ${requests}`).join(', ');
    const keys = byKey
      .filter((one) => one.day === day)
      .map(({name, prefix, revoked_at, requests}) => {
        const state = revoked_at === null ? '' : ', revoked';
        return `${name ? `${prefix} (${name})` : prefix}${state} ${requests}`;
      });
    return [day, String(total), groups || PLACEHOLDER, keys.join(', ') || PLACEHOLDER];
  });
  return [['day', 'requests', 'of them', 'by key'], ...rows];
}

function keyText({keys}: Tables, account: number): string {
  const texts = keys
    .active(account)
    .map(({name, prefix, tier, created_at, last_used_at, limits, expires_at}) => {
      const shown = name ? `${prefix} (${name})` : prefix;
      const restricted = limits ? `, restricted to ${Object.values(limits).flat().join(', ')}` : '';
      const lower = tier === null ? '' : `, tier ${tier}`;
      const until = expires_at === null ? '' : `, expires ${timeText(expires_at)}`;
      return `${shown}, created ${timeText(created_at)}, last used ${timeText(last_used_at)}${lower}${restricted}${until}`;
    });
  return texts.join('; ') || PLACEHOLDER;
}

const memberText = ({address, role, accepted_at}: Member): string =>
  `${address} (${role}${accepted_at === null ? ', invited' : ''})`;

function passwordText({passwords}: Tables, account: number): string {
  if (passwords.hash(account) === null) return PLACEHOLDER;
  if (!passwords.isOneTime(account)) return 'chosen by its owner';
  return passwords.hashForSignIn(account) === null ? 'one-time, used' : 'one-time, not used yet';
}

/** Command `account show`. */
export async function showAccount({email}: Given, context: CommandContext): Promise<CommandOutput> {
  const {now} = context;
  const tables = accountTables(context);
  const account = findAccount(context, email);
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
    ['password', passwordText(tables, id)],
    ['key', keyText(tables, id)],
    ['members', tables.members.ofAccount(id).map(memberText).join(', ') || PLACEHOLDER],
    ['sessions', String(tables.sessions.count(id, now))],
    ['tool clients', String(tables.grants.connected(id, now).length)],
  ];
  const parts = [
    alignColumns(fields),
    alignColumns(windows, [1, 2]),
    alignColumns(usageRows(tables, id, now), [1]),
  ];
  return {stdout: parts.join('\n'), stderr};
}

/** Faults that are listed. */
const MOST_FAULTS = 10;

/** Command `mail show`; addresses are in nothing that it prints. */
export function showMail(_: Given, context: CommandContext): CommandOutput {
  const {mail} = accountTables(context);
  const counts = mail.counts().map(({state, messages, unsure}) => [state, String(messages), String(unsure)]);
  const faults = mail
    .faults(MOST_FAULTS)
    .map(({id, kind, state, tries, due_at, why}) => [
      String(id),
      kind,
      state,
      String(tries),
      state === 'waiting' ? timeText(due_at) : PLACEHOLDER,
      why,
    ]);
  const parts = [
    alignColumns([['state', 'messages', 'perhaps twice'], ...counts], [1, 2]),
    ...(faults.length === 0
      ? []
      : [alignColumns([['message', 'kind', 'state', 'tries', 'due', 'last fault'], ...faults], [0, 3])]),
  ];
  return {stdout: parts.join('\n')};
}
