/**
 * What a command of the operator is: its words, what it is given, and what it does with the account store.
 */
import {pathToFileURL} from 'node:url';
import type {Database} from '../accounts/database.ts';
import {ROLES, type Role, readRole} from '../accounts/members.ts';
import {CADENCES, type Cadence} from '../accounts/searches.ts';
import {isTier, type Quotas, TIERS, type TierName} from '../accounts/tiers.ts';
import type {RedisSettings} from '../limits/redis_connection.ts';

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

/** The accounts do not allow a valid command: exit code 1. */
export class CommandError extends Error {}

/** What a command works on that needs no store. */
export interface FolderContext {
  dataDir: string;
  /** Where the store is or shall be. */
  path: string;
}

/** What a command works on. */
export interface CommandContext extends FolderContext {
  database: Database;
  now: Date;
  /** Shared counters of all machines; null for none. */
  redis: RedisSettings | null;
  /** Address by which browsers reach the service. */
  origin: string;
  /** Places that webhooks may call although they are not public. */
  hookPlaces: ReadonlySet<string>;
}

export interface CommandOutput {
  /** The result. */
  stdout: string;
  /** Remarks. */
  stderr?: string;
}

/** What a command is given: the arguments that it lists, and the quotas that are named. */
export interface Given {
  email: string;
  tier: TierName;
  file: string;
  list: string;
  cadence: Cadence;
  /** `mail`, `feed` or the address of a webhook. */
  channel: string;
  /** Of a saved search. */
  number: number;
  /** Whether a role is given or taken. */
  role: boolean;
  /** Address of a member. */
  member: string;
  /** Of a member in an account. */
  position: Role;
  /** Null for unlimited. */
  quotas: Partial<Quotas>;
}

/** A row of the command table; it throws `CommandError`. */
export type Command = {
  /** Words before the arguments. */
  words: string;
  arguments: readonly (keyof typeof ARGUMENTS)[];
  /** It needs at least one quota. */
  takesQuotas?: true;
  help: string;
} & (
  | {run(given: Given, context: CommandContext): CommandOutput | Promise<CommandOutput>}
  | {runWithoutStore(given: Given, context: FolderContext): CommandOutput}
);

const tiers = Object.keys(TIERS);

/** Arguments: their form in the usage text, and how they are read, which throws `UsageError`. */
export const ARGUMENTS = {
  /** Any text: the store also knows names that are no e-mail address. */
  email: {syntax: '<e-mail>', read: (text: string) => text},
  /** Path and filters of a list. */
  list: {syntax: '<list>', read: (text: string) => text},
  cadence: {
    syntax: CADENCES.join('|'),
    read(text: string) {
      const cadence = CADENCES.find((one) => one === text);
      if (cadence) return cadence;
      throw new UsageError(`how often must be one of: ${CADENCES.join(', ')}; got "${text}"`);
    },
  },
  channel: {
    syntax: 'mail|feed|<https address>',
    read(text: string) {
      if (text === 'mail' || text === 'feed' || URL.canParse(text)) return text;
      throw new UsageError(`how one is told must be mail, feed or an https address; got "${text}"`);
    },
  },
  number: {
    syntax: '<number>',
    read(text: string) {
      if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
      throw new UsageError(`a saved search has a number, which \`alerts list\` shows; got "${text}"`);
    },
  },
  role: {
    syntax: 'on|off',
    read(text: string) {
      if (text === 'on' || text === 'off') return text === 'on';
      throw new UsageError(`a role is on or off; got "${text}"`);
    },
  },
  member: {syntax: '<e-mail of the member>', read: (text: string) => text},
  position: {
    syntax: ROLES.join('|'),
    read(text: string) {
      const role = readRole(text);
      if (role) return role;
      throw new UsageError(`the role must be one of: ${ROLES.join(', ')}; got "${text}"`);
    },
  },
  file: {
    syntax: '<file>',
    read(text: string) {
      if (text.trim() !== '') return text;
      throw new UsageError('the file must have a name');
    },
  },
  tier: {
    syntax: tiers.join('|'),
    read(text: string) {
      const tier = text.trim().toLowerCase();
      if (isTier(tier)) return tier;
      throw new UsageError(`the tier must be one of: ${tiers.join(', ')}; got "${text}"`);
    },
  },
};

const UNLIMITED = 'unlimited';

export const QUOTA_SYNTAX = `N|${UNLIMITED}`;

/** Null for unlimited; throws `UsageError`. */
export function readQuota(text: string): number | null {
  if (text === UNLIMITED) return null;
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new UsageError(`a quota must be a whole number from 0 on, or ${UNLIMITED}; got "${text}"`);
}

export const quotaText = (quota: number | null): string => (quota === null ? UNLIMITED : String(quota));

/** What a program of this folder prints, and its exit code: 0 done, 1 refused, 2 wrong usage. */
export interface Output extends Required<CommandOutput> {
  code: number;
}

/** Runs a program if the module of this address is the one that Node was started with. */
export async function runProgram(address: string, run: () => Output | Promise<Output>): Promise<void> {
  if (address !== pathToFileURL(process.argv[1] ?? '').href) return;
  const {code, stdout, stderr} = await run();
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = code;
}
