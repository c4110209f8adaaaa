/** The usage text, derived from the command table. */
import type {Command} from './command.ts';
import {COMMANDS} from './commands.ts';

/** The syntax of a command, e.g. `account show <e-mail>`. */
export function syntaxOf({words, arguments: types, options}: Command): string {
  const named = Object.entries(options).map(([name, {syntax}]) => `[--${name} ${syntax}]`);
  return [...words, ...Object.values(types).map(({syntax}) => syntax), ...named].join(' ');
}

const rows = COMMANDS.map((one) => `  fpd-admin ${syntaxOf(one)}\n      ${one.help}\n`);

export const USAGE_TEXT = `Usage:
${rows.join('')}
DATA_DIR names the folder of the account store. Changes reach a running server within a second.
Exit code: 0 done, 1 refused, 2 wrong usage.
`;
