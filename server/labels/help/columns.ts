/** All help texts of columns in French, by their English text; sites without a server fetch them. */
import {lookup} from '../../../datasets/lookup.ts';
import {LOBBYING_HELP} from './lobbying.ts';
import {PARLIAMENT_HELP} from './parliament.ts';
import {SPENDING_HELP} from './spending.ts';

export const COLUMNS_HELP: Readonly<Record<string, string>> = lookup({
  ...SPENDING_HELP,
  ...LOBBYING_HELP,
  ...PARLIAMENT_HELP,
});
