/** What happened to a record, step by step: versions, readings, votes. */

import type {Columns, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {formatDay, formatMoney, formatNumber} from '../format.ts';
import {h, type Markup} from '../html.ts';
import {RECORD} from '../texts/pages.ts';
import type {Child, View} from './types.ts';
import {labelOf, localValue, readable} from './value.ts';

const rowsOf = (value: Json | undefined): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const day = (value: Json | undefined, {language}: View): Markup | null =>
  typeof value === 'string' ? h('time', {datetime: value}, formatDay(value, language)) : null;

const step = (when: Child, what: Child, detail: Child): Markup =>
  h('li', null, h('span', {class: 'when'}, when), h('strong', null, what), ' ', detail);

const section = (id: string, title: string, ...children: Child[]): Markup =>
  h('section', {'aria-labelledby': id}, h('h2', {id}, title), children);

const money = (view: View, value: Json | undefined): string =>
  typeof value === 'number' ? formatMoney(value, view.language) : '';

/** What a published row is: its kind where the publisher says so, else its place among the versions. */
const kindOf = (view: View, version: Row, nth: number): string => {
  if (typeof version['instrument'] === 'string') return readable(view, 'instrument', version['instrument']);
  if (nth === 0) return view.t(RECORD.original_step);
  return view.t(RECORD.amendment, {number: String(version['amendment_number'] ?? nth)});
};

/** Who a published row names and where it was published, then why it belongs to the record. */
const originOf = (view: View, version: Row): Markup => {
  const fields = ['vendor', 'recipient', 'reference_number', 'reporting_period'];
  const named = fields.map((field) => version[field]).filter((value) => typeof value === 'string');
  const rule = version['rule'];
  const why =
    typeof rule === 'string'
      ? view.t(RECORD.belongs, {rule: readable(view, 'rule', rule)})
      : view.t(RECORD.joined_by_others);
  return h('span', {class: 'origin'}, named.join(' · '), h('span', {class: 'why'}, why));
};

/**
 * The published rows of a record, the current one last: the value after each, and why it belongs to the
 * record.
 */
export const versions = (view: View, row: Row): Markup => {
  const {t} = view;
  const rows = rowsOf(row['versions']);
  const change = (value: Json | undefined) =>
    typeof value === 'number' && value !== 0
      ? h('span', {class: 'soft'}, ` (${t(RECORD.change, {value: money(view, value)})})`)
      : null;
  return section(
    'versions',
    t(RECORD.timeline),
    h(
      'ol',
      {class: 'steps'},
      rows.map((version, i) =>
        step(
          day(version['date'], view),
          `${kindOf(view, version, i)}${i === rows.length - 1 ? ` · ${t(RECORD.now)}` : ''}`,
          [money(view, version['value']), change(version['amendment_value']), originOf(view, version)],
        ),
      ),
    ),
  );
};

/** The readings of a bill. */
export const readings = (view: View, row: Row): Markup =>
  section(
    'readings',
    labelOf(view, 'bills', 'readings'),
    h(
      'ol',
      {class: 'steps'},
      rowsOf(row['readings']).map((reading) =>
        step(
          day(reading['date'], view),
          readable(view, 'reading', String(reading['reading'])),
          readable(view, 'chamber', String(reading['chamber'])),
        ),
      ),
    ),
  );

const share = (part: number, all: number): string =>
  `${all === 0 ? 0 : Math.round((1e4 * part) / all) / 100}%`;

/** Yeas and nays as two bars that fill the width together. */
const ballot = (view: View, yea: number, nay: number): Markup => {
  const all = yea + nay;
  const text = view.t(RECORD.yea_nay, {
    yea: formatNumber(yea, view.language),
    nay: formatNumber(nay, view.language),
  });
  return h(
    'svg',
    {class: 'ballot', width: '100%', height: 18, role: 'img', 'aria-label': text},
    h('rect', {class: 'yea', width: share(yea, all), height: 18}),
    h('rect', {class: 'nay', x: share(yea, all), width: share(nay, all), height: 18}),
  );
};

const partyVotes = (view: View, parties: readonly Row[]): Markup | null =>
  parties.length === 0
    ? null
    : h(
        'ul',
        {class: 'parties'},
        parties.map((one) =>
          h(
            'li',
            {class: `vote-${String(one['vote']).toLowerCase()}`},
            h(
              'span',
              {class: 'mark', 'aria-hidden': 'true'},
              one['vote'] === 'Yes' ? '✓' : one['vote'] === 'No' ? '✗' : '±',
            ),
            ` ${String(one['party'])}: ${readable(view, 'vote', String(one['vote']))}`,
          ),
        ),
      );

/** The divisions on a bill, each with its numbers as a picture and the parties' votes. */
export const votes = (view: View, row: Row, columns: Columns): Markup | null => {
  const divisions = rowsOf(row['votes']);
  if (!columns['votes']?.fields?.['yea_total']) return null;
  return section(
    'votes',
    labelOf(view, 'bills', 'votes'),
    h(
      'ol',
      {class: 'divisions'},
      divisions.map((vote) => {
        const [yea, nay] = [Number(vote['yea_total']), Number(vote['nay_total'])];
        return h(
          'li',
          null,
          h(
            'p',
            null,
            day(vote['date'], view),
            ' ',
            h('strong', null, readable(view, 'result', String(vote['result']))),
          ),
          h('p', null, String(localValue(view, vote, 'description_en') ?? '')),
          ballot(view, yea, nay),
          h('p', {class: 'numbers'}, view.t(RECORD.yea_nay, {yea, nay})),
          partyVotes(view, rowsOf(vote['party_votes'])),
        );
      }),
    ),
  );
};
