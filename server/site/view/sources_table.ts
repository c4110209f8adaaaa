/** Sources with licence, freshness and the rows that the build counted. */

import {SOURCES} from '../../../datasets/index.ts';
import {datasetLabels, valueLabel} from '../../../datasets/labels/index.ts';
import type {Row} from '../../../engine/types.ts';
import {DASH, formatDay, formatNumber} from '../format.ts';
import {h, type Markup} from '../html.ts';
import {inLanguage, LISTS} from '../paths.ts';
import {COVERAGE} from '../texts/coverage.ts';
import {ABOUT, RECORD} from '../texts/pages.ts';
import {blankFields, newestText} from './coverage.ts';
import type {View} from './types.ts';
import {labelOf} from './value.ts';

/** Two days, which may stand below each other. */
const period = (first: string, last: string): (Markup | string)[] => [
  h('span', {class: 'day'}, `${first} –`),
  ' ',
  h('span', {class: 'day'}, last),
];

const sourceRow = (view: View, row: Row): Markup => {
  const {t, language} = view;
  const source = SOURCES[String(row['slug'])];
  const dataset = String(row['dataset']);
  const list = LISTS.get(dataset);
  const newest = newestText(view, dataset);
  const counts = view.build?.sources?.find(({slug}) => slug === row['slug']);
  const title = t(datasetLabels(dataset).title);
  const blank = blankFields(view, String(row['slug']));
  const day = (name: string) => (row[name] ? formatDay(String(row[name]), language) : DASH);
  const cadence = String(row['refresh_cadence']);
  return h(
    'tr',
    null,
    h(
      'th',
      {scope: 'row'},
      h('a', {href: String(row['source_url']), rel: 'external noopener'}, String(row['source_dataset'])),
      blank.length === 0 ? null : h('p', {class: 'note'}, t(COVERAGE.without, {fields: blank.join(', ')})),
    ),
    h(
      'td',
      null,
      list ? h('a', {href: inLanguage(list.path, language)}, title) : title,
      newest === null ? null : h('p', {class: 'note'}, newest),
    ),
    h('td', null, String(row['publisher'])),
    h(
      'td',
      null,
      source
        ? h('a', {href: source.license_url, rel: 'external noopener'}, source.license)
        : String(row['license']),
    ),
    h('td', {class: 'figure'}, formatNumber(Number(row['record_count']), language)),
    h('td', {class: 'figure'}, counts ? formatNumber(counts.read, language) : DASH),
    h('td', {class: 'figure'}, counts ? formatNumber(counts.rejected, language) : DASH),
    h('td', null, ...(row['first_date'] ? period(day('first_date'), day('last_date')) : [DASH])),
    h(
      'td',
      {class: 'day'},
      day('last_updated'),
      counts?.stale_since
        ? h('p', {class: 'note'}, t(ABOUT.stale, {day: formatDay(counts.stale_since, language)}))
        : null,
    ),
    h('td', null, t(valueLabel('refresh_cadence', cadence) ?? {en: cadence, fr: cadence})),
  );
};

/** A row each. `sources` are rows of the API's sources. */
export const sourcesTable = (view: View, sources: readonly Row[]): Markup => {
  const {t} = view;
  const heads = [
    labelOf(view, 'sources', 'source_dataset'),
    labelOf(view, 'sources', 'dataset'),
    t(RECORD.publisher),
    t(RECORD.licence),
    t(ABOUT.records),
    t(ABOUT.read),
    t(ABOUT.rejected),
    t(ABOUT.period),
    t(ABOUT.fetched),
    t(ABOUT.renewed),
  ];
  return h(
    'div',
    {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t(ABOUT.sources)},
    h(
      'table',
      null,
      h('caption', {class: 'sr'}, t(ABOUT.sources)),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          heads.map((head, i) =>
            h('th', {scope: 'col', class: i >= 4 && i <= 6 ? 'figure' : undefined}, head),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        sources.map((row) => sourceRow(view, row)),
      ),
    ),
  );
};
