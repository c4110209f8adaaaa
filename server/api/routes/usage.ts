/** The route of the requesting account. */
import type {Column, Columns} from '../../../datasets/types.ts';
import {TIERS} from '../../accounts/tiers.ts';
import type {Route} from './types.ts';

const column = (type: Column['type'], help: string, example: Column['example']): Column => ({
  type,
  nullable: false,
  visibility: 'list',
  help,
  example,
});

const FREE = TIERS.free;

const WINDOW: Columns = {
  limit: {...column('integer', 'most requests; null when unlimited', FREE.minute), nullable: true},
  used: column('integer', 'requests counted', 1),
  remaining: {...column('integer', 'requests that are left; null when unlimited', 4), nullable: true},
  reset: column('integer', 'end of the window, Unix epoch seconds', 1_795_262_460),
};

const window = (name: string, limit: number, used: number, reset: number): Column => ({
  ...column('object', `the window of the UTC ${name}`, {limit, used, remaining: limit - used, reset}),
  fields: WINDOW,
});

export const usage: Route = {
  kind: 'usage',
  path: '/usage',
  section: 'Account',
  summary: 'Tier and windows of the account',
  help: 'The account of the key. Answers also when a quota is used up, and counts nothing.',
  parameters: {},
  added: true,
  answer: {
    account: column('text', 'e-mail', 'someone@example.org'),
    tier: {...column('text', 'tier of the account', 'free'), values: Object.keys(TIERS)},
    minute: window('minute', FREE.minute, 1, 1_795_262_460),
    day: window('day', FREE.day, 3, 1_795_305_600),
    month: window('calendar month', FREE.month, 12, 1_796_083_200),
    permits_limit: column('integer', 'largest `limit` on `/permits`', FREE.permits),
    export: column('boolean', 'whether the tier may export', FREE.export),
  },
};
