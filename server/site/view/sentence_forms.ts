/** The forms of the sentences that records begin with, by dataset. */
import type {Row} from '../../../engine/types.ts';
import type {MessageKey} from '../messages.ts';

/** A sentence: its text, the fields that it names, and a value that another field must have. */
export interface Form {
  text: MessageKey;
  fields: readonly string[];
  only?: readonly [field: string, value: string | boolean | RegExp];
}

const BOUGHT = ['department', 'vendor', 'value', 'date'];
const BOUGHT_FORMS: readonly Form[] = [
  {text: 'sentence.bought_alone', fields: BOUGHT, only: ['procurement_method', 'Non-competitive']},
  {text: 'sentence.bought_openly', fields: BOUGHT, only: ['procurement_method', 'Competitive']},
  {text: 'sentence.bought', fields: BOUGHT},
  {text: 'sentence.bought_undated', fields: ['department', 'vendor', 'value']},
];

const PERMITTED = ['municipality', 'permit_type', 'address'];

/** A permit that has no day of issue, or one that its municipality does not list as issued any more. */
const UNISSUED: readonly Form[] = (
  [
    ['sentence.permit_cancelled_dated', 'sentence.permit_cancelled_undated', ['status', 'cancelled']],
    ['sentence.permit_held_dated', 'sentence.permit_held_undated', ['status_raw', /\bhold\b/i]],
    ['sentence.permit_reviewed_dated', 'sentence.permit_reviewed_undated', ['status', 'in_review']],
  ] as const
).flatMap(([dated, text, only]): Form[] => [
  {text: dated, fields: [...PERMITTED, 'issued_date'], only},
  {text, fields: PERMITTED, only},
]);

/** By dataset the forms of its sentence; a record takes the first one whose fields it has. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  contracts: BOUGHT_FORMS,
  disclosures: BOUGHT_FORMS,
  awards: [
    {text: 'sentence.awarded', fields: BOUGHT},
    {text: 'sentence.awarded_unpriced', fields: ['department', 'vendor', 'date']},
  ],
  tenders: [
    {text: 'sentence.tendered', fields: ['department', 'date', 'closing_date']},
    {text: 'sentence.tendered_open', fields: ['department', 'date']},
  ],
  grants: [
    {text: 'sentence.granted_program', fields: ['department', 'recipient', 'value', 'date', 'program_en']},
    {text: 'sentence.granted', fields: ['department', 'recipient', 'value', 'date']},
  ],
  research_grants: [
    {text: 'sentence.researched', fields: ['researcher_name', 'institution', 'award_amount', 'fiscal_year']},
    {text: 'sentence.researched_alone', fields: ['researcher_name', 'award_amount', 'fiscal_year']},
  ],
  infrastructure_projects: [
    {
      text: 'sentence.was_built',
      fields: ['federal_contribution', 'recipient_name', 'location_en', 'approved_date'],
      only: ['status', 'Completed'],
    },
    {
      text: 'sentence.built',
      fields: ['federal_contribution', 'recipient_name', 'location_en', 'approved_date'],
    },
    {text: 'sentence.built_undated', fields: ['federal_contribution', 'recipient_name']},
  ],
  lobbying_registrations: [
    {
      text: 'sentence.registered',
      fields: ['lobbyist_name', 'client', 'effective_date'],
      only: ['active', true],
    },
    {
      text: 'sentence.was_registered',
      fields: ['lobbyist_name', 'client', 'effective_date', 'end_date'],
      only: ['active', false],
    },
  ],
  lobbying_communications: [
    {text: 'sentence.spoke', fields: ['lobbyist_name', 'client', 'institution', 'date', 'subjects']},
    {text: 'sentence.spoke_briefly', fields: ['lobbyist_name', 'client', 'institution', 'date']},
  ],
  bills: [{text: 'sentence.introduced', fields: ['sponsor_name', 'introduced', 'status_code']}],
  politicians: [
    {
      text: 'sentence.sits',
      fields: ['current_riding', 'province', 'current_party', 'first_elected'],
      only: ['current', true],
    },
    {text: 'sentence.sits_undated', fields: ['current_riding', 'current_party'], only: ['current', true]},
    {
      text: 'sentence.sat',
      fields: ['current_riding', 'current_party', 'first_elected', 'last_elected'],
      only: ['current', false],
    },
    {text: 'sentence.known', fields: ['current_riding', 'current_party'], only: ['current', false]},
  ],
  votes: [{text: 'sentence.voted', fields: ['date', 'yea_total', 'nay_total', 'result']}],
  permits: [
    ...UNISSUED,
    {text: 'sentence.permit_expired', fields: [...PERMITTED, 'issued_date'], only: ['status', 'expired']},
    {text: 'sentence.permitted_cost', fields: [...PERMITTED, 'issued_date', 'estimated_cost']},
    {text: 'sentence.permitted', fields: [...PERMITTED, 'issued_date']},
  ],
};

const suits = (row: Row, [field, value]: NonNullable<Form['only']>): boolean =>
  value instanceof RegExp ? value.test(String(row[field] ?? '')) : row[field] === value;

/** The form of a record's sentence; `has` says whether the record has a field. Undefined where none suits. */
export const formOf = (owner: string, row: Row, has: (field: string) => boolean): Form | undefined =>
  FORMS[owner]?.find(({fields, only}) => fields.every(has) && (!only || suits(row, only)));
