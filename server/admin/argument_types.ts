/** Argument types of the operator's commands. */
import {isTier, TIERS, type TierName} from '../accounts/tiers.ts';
import {type ArgumentType, UsageError} from './command.ts';

/** Any text: the store also knows names that are no e-mail address. */
export const EMAIL: ArgumentType<string> = {syntax: '<e-mail>', read: (text) => text};

export const FILE: ArgumentType<string> = {
  syntax: '<file>',
  read(text) {
    if (text.trim() !== '') return text;
    throw new UsageError('the file must have a name');
  },
};

const tiers = Object.keys(TIERS);

export const TIER: ArgumentType<TierName> = {
  syntax: tiers.join('|'),
  read(text) {
    const tier = text.trim().toLowerCase();
    if (isTier(tier)) return tier;
    throw new UsageError(`the tier must be one of: ${tiers.join(', ')}; got "${text}"`);
  },
};

const UNLIMITED = 'unlimited';

/** Null for unlimited. */
export const QUOTA: ArgumentType<number | null> = {
  syntax: `N|${UNLIMITED}`,
  read(text) {
    if (text === UNLIMITED) return null;
    const count = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count;
    throw new UsageError(`a quota must be a whole number from 0 on, or ${UNLIMITED}; got "${text}"`);
  },
};
