/** The table of the operator's commands in docs/ACCOUNTS.md. */
import {COMMANDS} from '../admin/commands.ts';
import {formOf} from '../admin/usage.ts';
import {code, table} from './markdown.ts';

export const commandsTable = (): string =>
  table(
    ['`fpd-admin`', 'what it does'],
    COMMANDS.map((one) => [code(formOf(one)), one.help]),
  );
