/** The usage text, from the table of commands. */
import type {Command} from './command.ts';
import {COMMANDS} from './commands.ts';

/** A command as it is written, e.g. `account show <e-mail>`. */
export function formOf({words, takes, options}: Command): string {
  const named = Object.entries(options).map(([name, {shown}]) => `[--${name} ${shown}]`);
  return [...words, ...Object.values(takes).map(({shown}) => shown), ...named].join(' ');
}

const rows = COMMANDS.map((one) => `  fpd-admin ${formOf(one)}\n      ${one.help}\n`);

export const USAGE = `Usage:
${rows.join('')}
DATA_DIR names the folder of the account store. Changes reach a running server within a second.
Exit code: 0 done, 1 refused, 2 wrong usage.
`;
