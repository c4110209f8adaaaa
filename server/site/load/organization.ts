/** The lists and the chart of an organization, which has many names: every record is reached, and the chart is exact. */
import {datasetLabels, fieldLabel} from '../../../datasets/labels/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Row} from '../../../engine/types.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import type {Answers} from '../ask.ts';
import {LISTS, type Pairs} from '../paths.ts';
import {CHART, GROUPS} from '../texts/list.ts';
import {PROFILE} from '../texts/pages.ts';
import type {ChartData} from '../view/chart.ts';
import type {View} from '../view/types.ts';
import type {RelatedList} from './related_list.ts';
import {withGaps} from './statistics.ts';

/** Most lists of one dataset and role. */
const MOST_NAMES = 5;

/** The dataset of the chart. */
const CHARTED = ['contracts', 'grants'] as const;

const rowsOf = (row: Row, field: string): Row[] => (row[field] ?? []) as Row[];

/** Names of which no other is a part: a list finds every name that contains its text, so that their lists hold all records. */
function shortest(names: readonly Row[]): Row[] {
  const kept: Row[] = [];
  for (const one of names.toSorted((a, b) => String(a['name']).length - String(b['name']).length)) {
    const text = fold(String(one['name']));
    if (!kept.some((other) => text.includes(fold(String(other['name']))))) kept.push(one);
  }
  // Of most records first, as published.
  return names.filter((name) => kept.includes(name));
}

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
    title: t(CHART.sum_by, {what, group: t(GROUPS.year).toLowerCase()}),
    group: t(GROUPS.year),
    bars: withGaps(bars),
    chronological: true,
    money: true,
    partial: view.build?.data_as_of.slice(0, 4) ?? null,
    source: title,
    notes: [t(PROFILE.all_names)],
  };
}

async function listOf(answers: Answers, name: Row, chart: ChartData | null): Promise<RelatedList | null> {
  const dataset = String(name['dataset']);
  const url = new URL(String(name['url']), 'http://host');
  const list = LISTS.get(dataset);
  if (!list || url.pathname !== `${BASE_PATH}${list.path}`) return null;
  const filters: Pairs = [...url.searchParams];
  const {meta} = await answers.ask({
    segments: list.path.slice(1).split('/'),
    pairs: [...filters, ['limit', '1']],
  });
  return {dataset, filters, name: String(name['name']), isExact: false, total: Number(meta['total']), chart};
}

/** Lists by dataset and role that together hold all records under the names of a profile, or most where that takes more than MOST_NAMES. */
export async function organizationLists(view: View, answers: Answers, row: Row): Promise<RelatedList[]> {
  const groups = new Map<string, Row[]>();
  for (const name of rowsOf(row, 'names')) {
    if (name['url'] === null) continue;
    const key = `${String(name['dataset'])} ${String(name['role'])}`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const charted = CHARTED.find((dataset) => rowsOf(row, 'years').some((one) => one['dataset'] === dataset));
  const chart = charted ? chartOf(view, row, charted) : null;
  const names = [...groups.values()].flatMap((all) => shortest(all).slice(0, MOST_NAMES));
  const lists = await Promise.all(names.map((name, i) => listOf(answers, name, i === 0 ? chart : null)));
  return lists.filter((list) => list !== null);
}
