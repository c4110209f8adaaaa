/** Filters as people read them, on lists and wherever a list is named. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {givenKeys} from '../../api/request/keys.ts';
import type {KeyFilter, Parameter} from '../../api/routes/types.ts';
import {parameterLabel} from '../../labels/index.ts';
import {formatDay, formatMoney, formatTime} from '../format.ts';
import type {ListData} from '../load/list.ts';
import {given, type Pairs} from '../paths.ts';
import {halfIn, readable, worded} from './readable.ts';
import type {Words} from './types.ts';

/** The field whose values a filter compares. */
export const fieldOf = (name: string, {columns}: Parameter): string => columns?.[0] ?? name;

const isAmount = (dataset: string, {columns}: Parameter): boolean =>
  datasetOrEntity(dataset).columns[columns?.[0] ?? '']?.type === 'money';

/** The names of keys. */
const keysText = (
  view: Words,
  {names}: Pick<ListData, 'names'>,
  {form}: KeyFilter,
  field: string,
  value: string,
): string =>
  givenKeys(value, form)
    .map(({name}) => worded(view, field, halfIn(field, names.get(name) ?? name, view.language)))
    .join(', ');

/** A filter's value as people read it. */
export function filterText(
  view: Words,
  data: Pick<ListData, 'route' | 'names'>,
  name: string,
  value: string,
): string {
  const {route} = data;
  const parameter = route.parameters[name]!;
  if (parameter.key) return keysText(view, data, parameter.key, fieldOf(name, parameter), value);
  const hasKeys = Object.values(route.parameters).some(({key}) => key?.of === name);
  if (hasKeys) return view.t('list.containing', {text: value});
  if (parameter.type === 'boolean')
    return view.t(/^(true|1)$/i.test(value.trim()) ? 'frame.yes' : 'frame.no');
  if (parameter.type === 'date') return formatDay(value, view.language);
  if (parameter.type === 'time')
    return value.includes('T') ? formatTime(value, view.language) : formatDay(value, view.language);
  if (parameter.type === 'number' && isAmount(route.dataset, parameter))
    return formatMoney(Number(value), view.language);
  return value
    .split(parameter.type === 'sets' ? ',' : '\n')
    .map((one) => readable(view, fieldOf(name, parameter), one.trim()))
    .join(', ');
}

/** A filter as people read it. */
export interface ToldFilter {
  name: string;
  what: string;
  value: string;
}

type Told = Pick<ListData, 'route' | 'filters' | 'names'>;

/** Filters in their order; the three of a circle, which make sense together only, are one in the place of the first. */
export function toldFilters(view: Words, data: Told): ToldFilter[] {
  const {route, filters} = data;
  const isOfPoint = ([name]: Pairs[number]) => route.parameters[name]!.op === 'geo';
  const [first] = filters.filter(isOfPoint);
  return filters.flatMap((filter): ToldFilter[] => {
    const [name, value] = filter;
    if (!isOfPoint(filter))
      return [
        {name, what: view.t(parameterLabel(route.dataset, name)), value: filterText(view, data, name, value)},
      ];
    return filter === first ? [{name, what: view.t('list.near'), value: circleText(view, filters)}] : [];
  });
}

const circleText = ({t}: Words, filters: Pairs): string =>
  t('list.within', {
    metres: Math.round(Number(given(filters, 'radius_km')) * 1000),
    point: `${given(filters, 'lat')}, ${given(filters, 'lng')}`,
  });

/** Filters as a sentence. */
export const filtersText = (view: Words, data: Told): string =>
  toldFilters(view, data)
    .map(({what, value}) => view.t('frame.pair', {name: what, value}))
    .join(' · ');
