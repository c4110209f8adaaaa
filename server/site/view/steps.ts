/** What happened to a record, step by step: amendments, readings, votes. */

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

/** The versions of a record with the value after each, then the current one. */
export const amendments = (view: View, row: Row): Markup => {
  const {t} = view;
  const versions = rowsOf(row['amendments']);
  const change = (value: Json | undefined) =>
    typeof value === 'number' && value !== 0
      ? h('span', {class: 'soft'}, ` (${t(RECORD.change, {value: money(view, value)})})`)
      : null;
  return section(
    'amendments',
    t(RECORD.timeline),
    h(
      'ol',
      {class: 'steps'},
      versions.map((version, i) =>
        step(
          day(version['date'], view),
          i === 0
            ? t(RECORD.original_step)
            : t(RECORD.amendment, {number: String(version['amendment_number'] ?? i)}),
          [money(view, version['value']), change(version['amendment_value'])],
        ),
      ),
      step(day(row['last_amendment_date'] ?? row['amendment_date'], view), t(RECORD.now), [
        money(view, row['value']),
        change(row['amendment_value']),
      ]),
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
