/** Filters as people read them, on lists and wherever a list is named. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {givenKeys} from '../../api/request/keys.ts';
import type {KeyFilter, Parameter} from '../../api/routes/types.ts';
import {parameterLabel} from '../../labels/index.ts';
import {formatDay, formatMoney, formatNumber, formatTime} from '../format.ts';
import type {ListData} from '../load/list.ts';
import {given} from '../paths.ts';
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
  if (hasKeys) return view.t('list.containing', {text: value});
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
export function circleText(
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

/** Filters as a sentence. */
export function filtersText(view: Words, data: Pick<ListData, 'route' | 'filters' | 'names'>): string {
  const circle = circleText(view, data);
  const others = data.filters.filter(
    ([name]) => circle === null || data.route.parameters[name]!.op !== 'geo',
  );
  const texts = others.map(([name, value]) =>
    view.t('frame.pair', {
      name: view.t(parameterLabel(data.route.dataset, name)),
      value: filterText(view, data, name, value),
    }),
  );
  return [...texts, ...(circle === null ? [] : [circle])].join(' · ');
}
