/**
 * The lists and the chart of an organization, which has many names: every record is reached, and the chart is
 * exact.
 */
import {datasetLabels, fieldLabel} from '../../../datasets/labels/index.ts';
import type {Row} from '../../../engine/types.ts';
import type {Answers} from '../ask.ts';
import {LISTS, type Pairs} from '../paths.ts';
import type {ChartData} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import type {RelatedList} from './related_list.ts';
import {withGaps} from './statistics.ts';

/** The filter of the lists, and the field of the profile that it is given. */
const FILTER = 'organization_key';

/** The dataset of the chart. */
const CHARTED = ['contracts', 'grants'] as const;

const rowsOf = (row: Row, field: string): Row[] => (row[field] ?? []) as Row[];

/** The chart of a dataset by year, from the years of the profile. */
function chartOf(view: View, row: Row, dataset: string): ChartData | null {
  const years = rowsOf(row, 'years').filter(
    (one) => one['dataset'] === dataset && /^\d{4}$/.test(String(one['year'])),
  );
  if (years.length === 0) return null;
  const {t} = view;
  const title = t(datasetLabels(dataset).title);
  const bars = years.toReversed().map((one) => ({
    label: String(one['year']),
    value: Number(one['total_value'] ?? 0),
    count: Number(one['record_count']),
    sum: Number(one['total_value'] ?? 0),
    href: null,
  }));
  const what = `${title}, ${t(fieldLabel(dataset, 'value')).toLowerCase()}`;
  return {
    title: t('chart.sum_by', {what, group: t('groupings.year').toLowerCase()}),
    group: t('groupings.year'),
    bars: withGaps(bars),
    chronological: true,
    money: true,
    partial: view.build?.data_as_of.slice(0, 4) ?? null,
    source: title,
    notes: [t('profile.all_names')],
  };
}

/** The lists of an organization: of each dataset that names it, all records under any of its names. */
export function organizationLists(view: View, answers: Answers, row: Row): RelatedList[] {
  const named = [...new Set(rowsOf(row, 'totals').map(({dataset}) => String(dataset)))];
  const datasets = named.filter((dataset) => LISTS.get(dataset)?.parameters[FILTER]);
  const charted = CHARTED.find((dataset) => rowsOf(row, 'years').some((one) => one['dataset'] === dataset));
  const filters: Pairs = [[FILTER, String(row[FILTER])]];
  return datasets.map((dataset): RelatedList => {
    const {meta} = answers.ask({
      segments: LISTS.get(dataset)!.path.slice(1).split('/'),
      pairs: [...filters, ['limit', '1']],
    });
    const chart = dataset === charted ? chartOf(view, row, dataset) : null;
    const total = Number(meta['total']);
    return {dataset, filters, name: String(row['name']), isExact: true, total, chart};
  });
}
