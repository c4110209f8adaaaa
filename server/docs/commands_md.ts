/** The table of the operator's commands, which stands between two marks of docs/ACCOUNTS.md. */
import {COMMANDS} from '../admin/commands.ts';
import {formOf} from '../admin/usage.ts';
import {code, table} from './markdown.ts';

const MARKED = /(<!-- commands: [^\n]* -->\n).*?(<!-- \/commands -->)/s;

/** The text with the table as it is now; throws where it lacks the marks. */
export function withCommands(text: string): string {
  if (!MARKED.test(text))
    throw new Error('docs/ACCOUNTS.md has no marks <!-- commands: --> and <!-- /commands -->');
  const rows = COMMANDS.map((one) => [code(formOf(one)), one.help]);
  return text.replace(
    MARKED,
    (_, begin, end) => `${begin}${table(['`fpd-admin`', 'what it does'], rows)}\n${end}`,
  );
}
