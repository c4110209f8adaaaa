/** Filters as people read them, on lists and wherever a list is named. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {givenKeys} from '../../api/request/keys.ts';
import type {KeyFilter, Parameter} from '../../api/routes/types.ts';
import {parameterLabel} from '../../labels/index.ts';
import {formatDay, formatMoney, formatNumber, formatTime} from '../format.ts';
import type {ListData} from '../load/list.ts';
import {given, type Pairs} from '../paths.ts';
import {isAllOrFewer} from './all_or_fewer.ts';
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
  if (hasKeys && parameter.op === 'partial') return view.t('list.containing', {text: value});
  const isTrue = /^(true|1)$/i.test(value.trim());
  if (parameter.type === 'boolean' && isAllOrFewer(parameter))
    return view.t(isTrue ? 'list.one_record' : 'list.both_records');
  if (parameter.type === 'boolean') return view.t(isTrue ? 'frame.yes' : 'frame.no');
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

/** Metres of a kilometre. */
const METRES = 1000;

/** The circle that filters draw, as one text; null where they draw none, or not the whole of it. */
function circleText(
  {t, language}: Words,
  {route, filters}: Pick<ListData, 'route' | 'filters'>,
): string | null {
  if (route.parameters['radius_km']?.op !== 'geo') return null;
  const [lat, lng, radius] = ['lat', 'lng', 'radius_km'].map((name) => given(filters, name).trim());
  if (!lat || !lng || !radius) return null;
  const km = Number(radius);
  const distance =
    km < 1
      ? `${formatNumber(Math.round(km * METRES), language)}\u00a0m`
      : `${formatNumber(km, language)}\u00a0km`;
  return t('list.circle', {distance, lat, lng});
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
  const points = filters.filter(isOfPoint);
  const circle = circleText(view, data);
  return filters.flatMap((filter): ToldFilter[] => {
    const [name, value] = filter;
    if (!isOfPoint(filter))
      return [
        {name, what: view.t(parameterLabel(route.dataset, name)), value: filterText(view, data, name, value)},
      ];
    if (filter !== points[0]) return [];
    const text = circle ?? points.map((pair) => filterText(view, data, ...pair)).join(', ');
    return [{name, what: view.t('list.near'), value: text}];
  });
}

/** Filters as a sentence. */
export const filtersText = (view: Words, data: Told): string =>
  toldFilters(view, data)
    .map(({what, value}) => view.t('frame.pair', {name: what, value}))
    .join(' · ');
