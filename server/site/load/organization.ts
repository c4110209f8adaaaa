/**
 * The lists and the chart of an organization, which has many names: every record is reached, and the chart is
 * exact.
 */

import type {Row} from '../../../engine/types.ts';
import {datasetLabels, fieldLabel} from '../../labels/index.ts';
import {LISTS} from '../paths.ts';
import type {ChartData} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {withGaps} from './statistics.ts';

const rowsOf = (row: Row, field: string): Row[] => (row[field] ?? []) as Row[];

/** Datasets that name an organization, and have a list of the records under any of its names. */
export const namedIn = (row: Row): string[] =>
  [...new Set(rowsOf(row, 'totals').map(({dataset}) => String(dataset)))].filter(
    (dataset) => LISTS.get(dataset)?.parameters['organization_key'],
  );

/** The dataset of the chart. */
export const chartedIn = (row: Row): string | undefined =>
  ['contracts', 'grants'].find((dataset) => rowsOf(row, 'years').some((one) => one['dataset'] === dataset));

/** The chart of a dataset by year, from the years of the profile. */
export function organizationChart({t, build}: View, row: Row, dataset: string): ChartData | null {
  const years = rowsOf(row, 'years').filter(
    (one) => one['dataset'] === dataset && /^\d{4}$/.test(String(one['year'])),
  );
  if (years.length === 0) return null;
  const source = t(datasetLabels(dataset).title);
  const bars = years.toReversed().map(({year, total_value, record_count}) => ({
    label: String(year),
    count: Number(record_count),
    sum: Number(total_value ?? 0),
    path: null,
  }));
  const what = `${source}, ${t(fieldLabel(dataset, 'value')).toLowerCase()}`;
  const group = t('groupings.year');
  return {
    title: t('chart.sum_by', {what, group: group.toLowerCase()}),
    group,
    bars: withGaps(bars),
    chronological: true,
    money: true,
    partial: new Map(build ? [[build.data_as_of.slice(0, 4), 'chart.partial']] : []),
    source,
    notes: [t('profile.all_names')],
  };
}
