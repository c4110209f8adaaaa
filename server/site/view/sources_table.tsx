/** Sources with licence, freshness and the rows that the build counted. */

import {SOURCES} from '../../../datasets/index.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Row} from '../../../engine/types.ts';
import {DASH, formatDay, formatNumber} from '../format.ts';
import type {Markup} from '../html.tsx';
import {LISTS} from '../paths.ts';
import {COVERAGE} from '../texts/coverage.ts';
import {ABOUT, RECORD} from '../texts/pages.ts';
import {blankFields, newestText} from './coverage.tsx';
import {external, link, Table} from './kit.tsx';
import type {Child, View} from './types.ts';
import {labelOf, readable} from './value.tsx';

/** Two days, which may stand below each other. */
const period = (first: string, last: string): Child => [
  <span class="day">{`${first} –`}</span>,
  ' ',
  <span class="day">{last}</span>,
];

/** The build's counts of a source. */
const countsOf = ({build}: View, row: Row) => build?.sources?.find(({slug}) => slug === row['slug']);

const sourceCell = ({t}: View, row: Row, blank: readonly string[]): Child => [
  external(String(row['source_url']), String(row['source_dataset'])),
  blank.length === 0 ? null : <p class="note">{t(COVERAGE.without, {fields: blank.join(', ')})}</p>,
];

const datasetCell = (view: View, dataset: string): Child => {
  const newest = newestText(view, dataset);
  return [
    link(view, LISTS.get(dataset)?.path ?? null, view.t(datasetLabels(dataset).title)),
    newest === null ? null : <p class="note">{newest}</p>,
  ];
};

const licenceCell = (row: Row): Child => {
  const source = SOURCES[String(row['slug'])];
  return source ? external(source.license_url, source.license) : String(row['license']);
};

/** A row each. `sources` are rows of the API's sources. */
export const sourcesTable = (view: View, sources: readonly Row[]): Markup => {
  const {t, language} = view;
  const day = (row: Row, name: string) => (row[name] ? formatDay(String(row[name]), language) : DASH);
  const count = (number: unknown) => (number === undefined ? DASH : formatNumber(Number(number), language));
  return (
    <Table
      caption={t(ABOUT.sources)}
      rows={sources}
      columns={[
        {
          head: labelOf(view, 'sources', 'source_dataset'),
          cell: (row) => sourceCell(view, row, blankFields(view, String(row['slug']))),
        },
        {
          head: labelOf(view, 'sources', 'dataset'),
          cell: (row) => datasetCell(view, String(row['dataset'])),
        },
        {head: t(RECORD.publisher), cell: (row) => String(row['publisher'])},
        {head: t(RECORD.licence), cell: licenceCell},
        {head: t(ABOUT.records), kind: 'figure', cell: (row) => count(row['record_count'])},
        {head: t(ABOUT.read), kind: 'figure', cell: (row) => count(countsOf(view, row)?.read)},
        {head: t(ABOUT.rejected), kind: 'figure', cell: (row) => count(countsOf(view, row)?.rejected)},
        {
          head: t(ABOUT.period),
          cell: (row) => (row['first_date'] ? period(day(row, 'first_date'), day(row, 'last_date')) : DASH),
        },
        {
          head: t(ABOUT.fetched),
          kind: 'day',
          cell: (row) => {
            const since = countsOf(view, row)?.stale_since;
            return [
              day(row, 'last_updated'),
              since ? <p class="note">{t(ABOUT.stale, {day: formatDay(since, language)})}</p> : null,
            ];
          },
        },
        {
          head: t(ABOUT.renewed),
          cell: (row) => readable(view, 'refresh_cadence', String(row['refresh_cadence'])),
        },
      ]}
    />
  );
};
