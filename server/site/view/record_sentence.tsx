/** The sentence that a record begins with: who did what, for how much, when. */

import type {Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {MessageKey} from '../messages.ts';
import {sentence} from './kit.tsx';
import {rowsOf} from './steps.tsx';
import type {Markup, View} from './types.ts';
import {isMissing, linkedValue, localValue, plainValue} from './value.tsx';

/** A sentence: its text, the fields that it names, and a value that another field must have. */
interface Form {
  text: MessageKey;
  fields: readonly string[];
  only?: readonly [field: string, value: string | boolean];
}

const PERMITTED = ['municipality', 'permit_type', 'address', 'issued_date'];

const BOUGHT = ['department', 'vendor', 'value', 'date'];
const BOUGHT_FORMS: readonly Form[] = [
  {text: 'sentence.bought_alone', fields: BOUGHT, only: ['procurement_method', 'Non-competitive']},
  {text: 'sentence.bought_openly', fields: BOUGHT, only: ['procurement_method', 'Competitive']},
  {text: 'sentence.bought', fields: BOUGHT},
  {text: 'sentence.bought_undated', fields: ['department', 'vendor', 'value']},
];

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
      text: 'sentence.built',
      fields: ['federal_contribution', 'recipient_name', 'location_en', 'approved_date'],
    },
    {text: 'sentence.built_undated', fields: ['federal_contribution', 'recipient_name']},
  ],
  lobbying_registrations: [
    {text: 'sentence.registered', fields: ['lobbyist_name', 'client', 'effective_date']},
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
    {text: 'sentence.permit_cancelled', fields: PERMITTED, only: ['status', 'cancelled']},
    // Cities give a day of issue of permits that are on hold, or in review again.
    {text: 'sentence.permit_in_review', fields: PERMITTED, only: ['status', 'in_review']},
    {text: 'sentence.permitted_cost', fields: [...PERMITTED, 'estimated_cost']},
    {text: 'sentence.permitted', fields: PERMITTED},
  ],
};

/** What a sentence tells of the rows of a record: when a politician was first elected, and last. */
function withElections(columns: Columns, row: Row): {columns: Columns; row: Row} {
  const day = columns['election_history']?.fields?.['election_date'];
  if (!day) return {columns, row};
  const days = rowsOf(row['election_history'])
    .filter(({elected}) => elected === true)
    .map(({election_date}) => String(election_date))
    .toSorted();
  return {
    columns: {...columns, first_elected: day, last_elected: day},
    row: {...row, first_elected: days[0] ?? null, last_elected: days.at(-1) ?? null},
  };
}

/** The form of a record's sentence; undefined where it lacks what every form of its dataset names. */
const formOf = (owner: string, columns: Columns, row: Row): Form | undefined =>
  FORMS[owner]?.find(
    ({fields, only}) =>
      fields.every((name) => columns[name] && !isMissing(row[name])) && (!only || row[only[0]] === only[1]),
  );

/** The fields that the sentence of a record names, or says by yes or no; none where it has none. */
export function toldFields(owner: string, columns: Columns, row: Row): readonly string[] {
  const told = withElections(columns, row);
  const form = formOf(owner, told.columns, told.row);
  return form ? [...form.fields, ...(typeof form.only?.[1] === 'boolean' ? [form.only[0]] : [])] : [];
}

/** The sentence of a record, with links; null where there is none. */
export const recordSentence = (view: View, owner: string, columns: Columns, row: Row): Markup | null => {
  const told = withElections(columns, row);
  const form = formOf(owner, told.columns, told.row);
  if (!form) return null;
  const shown = form.fields.map((name) => [
    name,
    linkedValue(view, owner, name, told.columns[name]!, told.row),
  ]);
  return <p class="sentence">{sentence(view, form.text, Object.fromEntries(shown))}</p>;
};

/** The same as text. */
export const sentenceText = (view: View, owner: string, columns: Columns, row: Row): string | null => {
  const told = withElections(columns, row);
  const form = formOf(owner, told.columns, told.row);
  if (!form) return null;
  const shown = form.fields.map((name) => [
    name,
    plainValue(view, name, told.columns[name]!, localValue(view, told.row, name)),
  ]);
  return view.t(form.text, Object.fromEntries(shown));
};
