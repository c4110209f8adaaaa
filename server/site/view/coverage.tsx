/**
 * What a source publishes: its fields with the records that have a value, and the fields that it leaves
 * blank.
 */
import {SOURCES} from '../../../datasets/index.ts';
import type {SourceCounts} from '../../../engine/types.ts';
import {DASH, formatDay, formatNumber, formatPercent} from '../format.ts';
import type {Markup} from '../html.tsx';
import {COVERAGE} from '../texts/coverage.ts';
import {Table} from './kit.tsx';
import type {View} from './types.ts';
import {labelOf} from './value.tsx';

/** The build's counts of a source; null where the build does not have it. */
const countsOf = ({build}: View, slug: string): SourceCounts | null =>
  build?.sources?.find((one) => one.slug === slug) ?? null;

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
      caption={t(COVERAGE.title)}
      rows={rows}
      columns={[
        {head: t(COVERAGE.field), cell: ([name]) => labelOf(view, dataset, name)},
        {
          head: t(COVERAGE.records),
          kind: 'figure',
          cell: ([, {record_count}]) => formatNumber(record_count, language),
        },
        {
          head: t(COVERAGE.share),
          kind: 'figure',
          cell: ([, {record_count}]) => formatPercent(record_count / kept, language),
        },
        {head: t(COVERAGE.from), kind: 'day', cell: ([, {first_date}]) => day(first_date)},
        {head: t(COVERAGE.to), kind: 'day', cell: ([, {last_date}]) => day(last_date)},
      ]}
    />
  );
};

/** The newest record of a dataset, to be shown beside the day of the data; null where no day is known. */
export const newestText = ({t, language, build}: View, dataset: string): string | null => {
  const period = build?.periods?.[dataset];
  return period ? t(COVERAGE.newest, {day: formatDay(period.to, language)}) : null;
};
