/** What an account whose quota is spent can do: wait for the end of the window, or take a larger tier. */
import type {Principal} from '../accounts/principal.ts';
import {TIERS, type TierName} from '../accounts/tiers.ts';
import type {WindowName} from '../accounts/windows.ts';
import type {ApiContext} from '../api/context.ts';

const ORDER = Object.keys(TIERS) as TierName[];

/** The next tier with a larger quota, or null. */
const largerTier = (tier: TierName): TierName | null => ORDER[ORDER.indexOf(tier) + 1] ?? null;

const times = (count: number | null): string =>
  count === null ? 'unlimited' : count.toLocaleString('en-CA');

/** When the spent window ends, and what the next tier costs. */
export async function spentNote(
  principal: Principal,
  {limits, now}: Pick<ApiContext, 'limits' | 'now'>,
): Promise<string> {
  const windows = await limits.peek(principal, now());
  const spent = (['month', 'day', 'minute'] as const satisfies WindowName[]).find((name) => {
    const {limit, used} = windows[name];
    return limit !== null && used >= limit;
  });
  const reset = spent && `This ${spent} ends at ${new Date(windows[spent].reset * 1000).toISOString()}.`;
  const larger = largerTier(principal.tier);
  const price =
    larger &&
    `The tier ${larger} (${TIERS[larger].price}) allows ${times(TIERS[larger].month)} requests a month, ${times(TIERS[larger].day)} a day, ${times(TIERS[larger].minute)} a minute: the account page shows all tiers, and the operator changes yours.`;
  return [reset, price, 'Refused calls count nothing.'].filter(Boolean).join(' ');
}
