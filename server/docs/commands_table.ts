/** The table of the operator's commands in docs/ACCOUNTS.md. */
import {COMMANDS} from '../admin/commands.ts';
import {syntaxOf} from '../admin/usage_text.ts';
import {code, table} from './markdown.ts';

export const commandsTable = (): string =>
  table(
    ['`fpd-admin`', 'what it does'],
    COMMANDS.map((one) => [code(syntaxOf(one)), one.help]),
  );
