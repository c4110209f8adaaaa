/**
 * What a source publishes: its fields with the records that have a value, and the fields that it leaves
 * blank.
 */
import {SOURCES} from '../../../datasets/index.ts';
import type {SourceCounts} from '../../../engine/types.ts';
import {DASH, formatDay, formatNumber, formatPercent} from '../format.ts';
import type {Markup} from '../html.tsx';
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
  const heads = [
    t('coverage.field'),
    t('coverage.records'),
    t('coverage.share'),
    t('coverage.from'),
    t('coverage.to'),
  ];
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={t('coverage.title')}>
      <table>
        <caption class="sr">{t('coverage.title')}</caption>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th scope="col" class={i === 1 || i === 2 ? 'figure' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, {record_count, first_date, last_date}]) => (
            <tr>
              <th scope="row">{labelOf(view, dataset, name)}</th>
              <td class="figure">{formatNumber(record_count, language)}</td>
              <td class="figure">{formatPercent(record_count / kept, language)}</td>
              <td class="day">{day(first_date)}</td>
              <td class="day">{day(last_date)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** The newest record of a dataset, to be shown beside the day of the data; null where no day is known. */
export const newestText = ({t, language, build}: View, dataset: string): string | null => {
  const period = build?.periods?.[dataset];
  return period ? t('coverage.newest', {day: formatDay(period.to, language)}) : null;
};
