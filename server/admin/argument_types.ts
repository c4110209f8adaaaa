/** What commands of the operator take. */
import {isTier, TIERS, type TierName} from '../accounts/tiers.ts';
import {Misuse, type Taken} from './command.ts';

/** Read by the store, which knows names that are no address, too. */
export const EMAIL: Taken<string> = {shown: '<e-mail>', read: (text) => text};

const tiers = Object.keys(TIERS);

export const TIER: Taken<TierName> = {
  shown: tiers.join('|'),
  read(text) {
    const tier = text.trim().toLowerCase();
    if (isTier(tier)) return tier;
    throw new Misuse(`the tier must be one of: ${tiers.join(', ')}; got "${text}"`);
  },
};

const UNLIMITED = 'unlimited';

/** Null for unlimited. */
export const QUOTA: Taken<number | null> = {
  shown: `N|${UNLIMITED}`,
  read(text) {
    if (text === UNLIMITED) return null;
    const count = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count;
    throw new Misuse(`a quota must be a whole number from 0 on, or ${UNLIMITED}; got "${text}"`);
  },
};
