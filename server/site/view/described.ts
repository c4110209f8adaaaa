/** What a list or a record is called away from its page, and where it comes from. */
import {SOURCES} from '../../../datasets/index.ts';
import {sourcesOf} from '../../../datasets/sources_of.ts';
import type {Row} from '../../../engine/types.ts';
import {datasetLabels} from '../../labels/index.ts';
import {type Citation, citationOf} from '../citation.ts';
import {downloadedPairs} from '../downloads.ts';
import {formatMoney} from '../format.ts';
import type {ListData} from '../load/list.ts';
import {given, type Pairs} from '../paths.ts';
import {filtersText} from './filter_text.ts';
import type {View} from './types.ts';

/** Sources of what a list is filtered by. */
export function sourcesBehind(dataset: string, filters: Pairs) {
  const all = sourcesOf(dataset);
  const cities = given(filters, 'municipality').split(',');
  const own = all.filter(({slug}) => cities.some((city) => slug.startsWith(`${city}_`)));
  return own.length > 0 ? own : all;
}

/** The source of a record, none of a profile. */
export const sourceOfRecord = (row: Row) =>
  Object.values(SOURCES).filter(({label}) => label === row['source_dataset']);

/** How many records a list has, and their sum: what is quoted of it, which the next build may not have. */
function quantities({t, language}: View, {page, sum}: ListData): string {
  if (!page) return '';
  const amount = sum === null ? '' : `, ${formatMoney(sum, language)}`;
  return `, ${t('list.total', {n: page.total})}${amount}`;
}

/** The citation of a list with its filters and order; null as long as there is no build. */
export function listCitation(view: View, data: ListData): Citation | null {
  const {route, filters, pairs} = data;
  const name = view.t(datasetLabels(route.dataset).title);
  const about = filtersText(view, data);
  return citationOf(view, {
    title: `${about === '' ? name : `${name} (${about})`}${quantities(view, data)}`,
    path: route.path,
    pairs: downloadedPairs(route, pairs),
    sources: sourcesBehind(route.dataset, filters),
  });
}
