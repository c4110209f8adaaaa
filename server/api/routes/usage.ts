/** The route of the requesting account. */
import type {Column, Columns} from '../../../datasets/types.ts';
import {TIERS} from '../../accounts/tiers.ts';
import {column, integerColumn, NULLABLE, textColumn} from './columns.ts';
import type {DeclaredRoute} from './types.ts';

const FREE = TIERS.free;

const WINDOW: Columns = {
  limit: integerColumn('most requests; null when unlimited', FREE.minute, NULLABLE),
  used: integerColumn('requests counted', 1),
  remaining: integerColumn('requests that are left; null when unlimited', 4, NULLABLE),
  reset: integerColumn('end of the window, Unix epoch seconds', 1_795_262_460),
};

const window = (name: string, limit: number, used: number, reset: number): Column => {
  const example = {limit, used, remaining: limit - used, reset};
  return column('object', `the window of the UTC ${name}`, example, {fields: WINDOW});
};

export const usage: DeclaredRoute = {
  kind: 'usage',
  path: '/usage',
  section: 'Account',
  summary: 'Tier and windows of the account',
  help: 'The account of the key. Answers also when a quota is used up, and counts nothing.',
  parameters: {},
  added: true,
  answer: {
    account: textColumn('e-mail', 'someone@example.org'),
    tier: textColumn('tier of the account', 'free', {values: Object.keys(TIERS)}),
    minute: window('minute', FREE.minute, 1, 1_795_262_460),
    day: window('day', FREE.day, 3, 1_795_305_600),
    month: window('calendar month', FREE.month, 12, 1_796_083_200),
    permits_limit: integerColumn('largest `limit` on `/permits`', FREE.permits),
    export: column('boolean', 'whether the tier may export', FREE.export),
  },
};
