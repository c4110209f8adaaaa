/** The table of the operator's commands in docs/ACCOUNTS.md. */
import {COMMANDS, syntaxOf} from '../admin/commands.ts';
import {code, table} from './markdown.ts';

export const commandsTable = (): string =>
  table(
    ['`fpd-admin`', 'what it does'],
    COMMANDS.map((one) => [code(syntaxOf(one)), one.help]),
  );
