/** Filters that are chosen from a list: their values with texts and counts. */
import type {Parameter} from '../../api/routes/types.ts';
import {labelledValues} from '../../labels/index.ts';
import {formatNumber} from '../format.ts';
import type {ListData} from '../load/list.ts';
import {isAllOrFewer} from './all_or_fewer.ts';
import {facetOf} from './facets.tsx';
import {fieldOf} from './filter_text.ts';
import {readable} from './readable.ts';
import type {View} from './types.ts';

/** What the fields of a form are made from. */
export type Filtered = Pick<ListData, 'route' | 'pairs'> &
  Partial<Pick<ListData, 'histograms' | 'page'>> & {
    /** The page below the language whose ranges of days offer periods; absent: that of the list, once it is asked. */
    periodsAt?: string;
  };

/** Values of a filter that takes one of a few, with their texts. */
export const choices = (view: View, name: string, parameter: Parameter): [string, string][] => {
  const {type, values = []} = parameter;
  if (type === 'boolean' && isAllOrFewer(parameter))
    return [
      ['', view.t('list.both_records')],
      ['true', view.t('list.one_record')],
    ];
  if (type === 'boolean')
    return [
      ['true', view.t('frame.yes')],
      ['false', view.t('frame.no')],
    ];
  return values.map((value) => [value, readable(view, fieldOf(name, parameter), value)]);
};

/** Choices with the number of records that each would leave, where the page counts them. */
export const counted = (
  view: View,
  data: Filtered,
  name: string,
  all: [string, string][],
): [string, string][] => {
  const counts = new Map(facetOf(data, name)?.values.map(({value, count}) => [value, count]));
  return all.map(([value, text]) => {
    const count = counts.get(value);
    return [value, count === undefined ? text : `${text} (${formatNumber(count, view.language)})`];
  });
};

/** The values of a field: those that the page counts if these are all, else those with labels; null: too many. */
function allValues(data: Filtered, name: string): string[] | null {
  const facet = facetOf(data, name);
  if (facet === null) return null;
  const counted = facet.values.map(({value}) => value);
  if (facet.total <= counted.length) return counted;
  const labelled = labelledValues(fieldOf(name, data.route.parameters[name]!));
  return labelled.length >= facet.total ? labelled : null;
}

/**
 * Whether a filter is chosen from a list: it takes one of a few declared values, or a whole value of a field
 * of which all are known.
 */
export function isChosen(data: Filtered, name: string): boolean {
  const {type, op} = data.route.parameters[name]!;
  if (type === 'set' || type === 'boolean') return true;
  return type === 'string' && op === 'exact' && allValues(data, name) !== null;
}

/** The values of such a field; the given one is among them though nothing else matches it. */
export function choicesOf(view: View, data: Filtered, name: string, given: string): [string, string][] {
  const parameter = data.route.parameters[name]!;
  const declared = choices(view, name, parameter);
  if (declared.length > 0) return declared;
  const values = allValues(data, name) ?? [];
  const all = given === '' || values.includes(given) ? values : [...values, given];
  return all.map((value) => [value, readable(view, fieldOf(name, parameter), value)]);
}
