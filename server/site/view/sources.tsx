/**
 * What sources publish: licence, freshness and counts of each, the fields with the records that have a value,
 * and the fields that it leaves blank.
 */
import {SOURCES} from '../../../datasets/index.ts';
import {licenceOf} from '../../../datasets/licence_of.ts';
import type {Source} from '../../../datasets/types.ts';
import type {Row, SourceCounts} from '../../../engine/types.ts';
import {datasetLabels} from '../../labels/index.ts';
import {DASH, formatDay, formatNumber, formatPercent} from '../format.ts';
import {addressIn, licenceIn} from '../french_sources.ts';
import {LISTS} from '../paths.ts';
import {external, link, Table} from './kit.tsx';
import {readable} from './readable.ts';
import type {Child, Markup, View} from './types.ts';
import {labelOf} from './value.tsx';

/** The build's counts of a source; undefined where the build does not have it. */
const countsOf = ({build}: View, slug: unknown): SourceCounts | undefined =>
  build?.sources?.find((one) => one.slug === slug);

/**
 * Labels of the fields that a source has no value of, each once: halves of a bilingual field have one label.
 */
export const blankFields = (view: View, slug: string): string[] => {
  const {kept = 0, coverage = {}} = countsOf(view, slug) ?? {};
  if (kept === 0) return [];
  const {dataset = ''} = SOURCES[slug] ?? {};
  const named = Object.entries(coverage).map(
    ([name, {record_count}]) => [labelOf(view, dataset, name), record_count] as const,
  );
  const filled = new Set(named.filter(([, count]) => count > 0).map(([name]) => name));
  return [...new Set(named.map(([name]) => name))].filter((name) => !filled.has(name));
};

/** Whether a source has no value of any of some fields, and says so: it has records. */
export const isBlank = (view: View, slug: string, fields: readonly string[]): boolean => {
  const {kept = 0, coverage = {}} = countsOf(view, slug) ?? {};
  return kept > 0 && fields.length > 0 && fields.every((name) => coverage[name]?.record_count === 0);
};

/**
 * Fields with values, each with the share of the records that have one and from when to when; null for none.
 */
export const coverageTable = (view: View, slug: string): Markup | null => {
  const {t, language} = view;
  const {kept = 0, coverage = {}} = countsOf(view, slug) ?? {};
  const rows = Object.entries(coverage).filter(([, {record_count}]) => record_count > 0);
  if (rows.length === 0) return null;
  const {dataset = ''} = SOURCES[slug] ?? {};
  const day = (text: string | null) => (text === null ? DASH : formatDay(text, language));
  return (
    <Table
      caption={t('coverage.title')}
      rows={rows}
      columns={[
        {head: t('coverage.field'), cell: ([name]) => labelOf(view, dataset, name)},
        {
          head: t('coverage.records'),
          kind: 'figure',
          cell: ([, {record_count}]) => formatNumber(record_count, language),
        },
        {
          head: t('coverage.share'),
          kind: 'figure',
          cell: ([, {record_count}]) => formatPercent(record_count / kept, language),
        },
        {head: t('coverage.from'), kind: 'day', cell: ([, {first_date}]) => day(first_date)},
        {head: t('coverage.to'), kind: 'day', cell: ([, {last_date}]) => day(last_date)},
      ]}
    />
  );
};

/**
 * The newest record of a whole dataset, to be shown beside the day of the data, also where filters leave
 * others; null where no day is known.
 */
export const newestText = ({t, language, build}: View, dataset: string): string | null => {
  const period = build?.periods?.[dataset];
  return period ? t('coverage.newest', {day: formatDay(period.to, language)}) : null;
};

/** Two days, which may stand below each other. */
const period = (first: string, last: string): Child => [
  <span class="day">{`${first} –`}</span>,
  ' ',
  <span class="day">{last}</span>,
];

const sourceCell = (view: View, row: Row, blank: readonly string[]): Child => [
  external(
    addressIn(view.language, String(row['source_url'])),
    readable(view, 'source_dataset', String(row['source_dataset'])),
  ),
  blank.length === 0 ? null : <p class="note">{view.t('coverage.without', {fields: blank.join(', ')})}</p>,
];

const datasetCell = (view: View, dataset: string): Child => {
  const newest = newestText(view, dataset);
  return [
    link(view, LISTS.get(dataset)?.path ?? null, view.t(datasetLabels(dataset).title)),
    newest === null ? null : <p class="note">{newest}</p>,
  ];
};

/** The licence of a source, with a link to its text. */
export function licenceLink({language}: View, source: Source): Markup {
  const {license, license_url} = licenceIn(language, source);
  return external(license_url, license);
}

/** The licence of a source, the sentence that it asks for, and what an open licence would not ask for. */
export const licenceWithTerms = (view: View, source: Source): Child => {
  const {attribution, terms} = licenceOf(source);
  return [
    licenceLink(view, source),
    <p class="note">{view.t(attribution)}</p>,
    terms && <p class="note">{view.t(terms)}</p>,
  ];
};

const licenceCell = (view: View, row: Row): Child => {
  const source = SOURCES[String(row['slug'])];
  return source ? licenceWithTerms(view, source) : String(row['license']);
};

/** A row each. `sources` are rows of the API's sources. */
export const sourcesTable = (view: View, sources: readonly Row[]): Markup => {
  const {t, language} = view;
  const day = (row: Row, name: string) => (row[name] ? formatDay(String(row[name]), language) : DASH);
  const count = (number: unknown) => (number === undefined ? DASH : formatNumber(Number(number), language));
  return (
    <Table
      caption={t('about.sources')}
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
        {head: t('record.publisher'), cell: (row) => String(row['publisher'])},
        {head: t('record.licence'), cell: (row) => licenceCell(view, row)},
        {head: t('about.records'), kind: 'figure', cell: (row) => count(row['record_count'])},
        {head: t('about.read'), kind: 'figure', cell: (row) => count(countsOf(view, row['slug'])?.read)},
        {
          head: t('about.rejected'),
          kind: 'figure',
          cell: (row) => count(countsOf(view, row['slug'])?.rejected),
        },
        {
          head: t('about.period'),
          cell: (row) => (row['first_date'] ? period(day(row, 'first_date'), day(row, 'last_date')) : DASH),
        },
        {
          head: t('about.fetched'),
          kind: 'day',
          cell: (row) => {
            const since = countsOf(view, row['slug'])?.stale_since;
            return [
              day(row, 'last_updated'),
              since ? <p class="note">{t('about.stale', {day: formatDay(since, language)})}</p> : null,
            ];
          },
        },
        {
          head: t('about.renewed'),
          cell: (row) => readable(view, 'refresh_cadence', String(row['refresh_cadence'])),
        },
      ]}
    />
  );
};
