/**
 * The form of filters of a list, and the chips of those that are active: both derived from the route's
 * parameters.
 */

import {datasetOrEntity} from '../../../datasets/index.ts';
import {fieldLabel, parameterLabel} from '../../../datasets/labels/index.ts';
import {givenKeys} from '../../api/request/keys.ts';
import type {KeyFilter, Parameter} from '../../api/routes/types.ts';
import {formatDay, formatMoney, formatTime} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {ListData} from '../load/list.ts';
import {inLanguage, type Pairs, withQuery} from '../paths.ts';
import {histogram} from './histogram.tsx';
import type {Child, View} from './types.ts';
import {halfOf, readable} from './value.tsx';

/** Parameters that place a page within its list: a change of filters begins at the first page again. */
const PLACE = new Set(['cursor', 'offset', 'page']);

/** What the fields of a form are made from. */
type Filtered = Pick<ListData, 'route' | 'pairs'> & Partial<Pick<ListData, 'histograms'>>;

/** What stays when a filter changes. */
export const withoutPlace = (pairs: Pairs): Pairs => pairs.filter(([name]) => !PLACE.has(name));

const givenValue = (pairs: Pairs, name: string): string => pairs.find(([given]) => given === name)?.[1] ?? '';

/** The field whose values a filter compares. */
const fieldOf = (name: string, {columns}: Parameter): string => columns?.[0] ?? name;

const INPUT_TYPES: Partial<Record<Parameter['type'], 'text' | 'date'>> = {
  number: 'text',
  integer: 'text',
  date: 'date',
  time: 'date',
};

const options = (view: View, name: string, parameter: Parameter, chosen: string): Child => {
  const isFlag = parameter.type === 'boolean';
  const values = isFlag ? ['true', 'false'] : (parameter.values ?? []);
  const text = (value: string) =>
    isFlag
      ? view.t(value === 'true' ? 'frame.yes' : 'frame.no')
      : readable(view, fieldOf(name, parameter), value);
  return [
    parameter.default === undefined ? <option value="">{view.t('frame.any')}</option> : null,
    values.map((value) => (
      <option value={value} selected={value === chosen}>
        {text(value)}
      </option>
    )),
  ];
};

/** Where the values of a text filter are listed while it is typed; null: the API does not list them. */
export const valuesPath = (view: View, {route}: Filtered, name: string): string | null =>
  route.facets[name] ? inLanguage(`/values/${route.dataset}/${name}`, view.language) : null;

const control = (
  view: View,
  id: string,
  name: string,
  parameter: Parameter,
  given: string,
  values: string | null,
): Markup => {
  const value = given || (parameter.default ?? '');
  if (parameter.type === 'set' || parameter.type === 'boolean')
    return (
      <select id={id} name={name}>
        {options(view, name, parameter, value)}
      </select>
    );
  const isNumber = parameter.type === 'number' || parameter.type === 'integer';
  const isMoment = parameter.type === 'time' && value.includes('T');
  // Only one of the types: those of preact say which attributes go with which.
  const type = (isMoment ? 'datetime-local' : (INPUT_TYPES[parameter.type] ?? 'text')) as 'text';
  return (
    <input
      id={id}
      name={name}
      type={type}
      step={isMoment ? 1 : undefined}
      value={isMoment ? value.replace(/Z$/, '') : value}
      required={parameter.required}
      autocomplete="off"
      {...(values === null ? {} : {'data-values': values})}
      {...(isNumber ? {inputmode: 'decimal'} : {})}
      {...(parameter.type === 'fiscal_year' ? {placeholder: '2023-24'} : {})}
      {...(parameter.type === 'string' ? {maxlength: parameter.longest ?? 200} : {})}
    />
  );
};

/** Checkboxes of a filter that takes several values. */
const checkboxes = (
  view: View,
  name: string,
  parameter: Parameter,
  given: string,
  legend: string,
): Markup => {
  const chosen = new Set(given.split(',').map((one) => one.trim()));
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      <div class="options">
        {(parameter.values ?? []).map((value) => (
          <label>
            <input type="checkbox" name={name} value={value} checked={chosen.has(value)} />{' '}
            {readable(view, fieldOf(name, parameter), value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const field = (view: View, data: Filtered, name: string): Markup => {
  const {route, pairs} = data;
  const parameter = route.parameters[name]!;
  const legend = view.t(parameterLabel(route.dataset, name));
  const given = givenValue(pairs, name);
  if (parameter.type === 'sets') return checkboxes(view, name, parameter, given, legend);
  const id = `filter-${name}`;
  return (
    <div class="field">
      <label for={id}>{legend}</label>
      {control(view, id, name, parameter, given, valuesPath(view, data, name))}
    </div>
  );
};

/** Names in groups: the two ends of a range stand side by side, the parts of a point fold away together. */
function grouped({parameters}: Filtered['route']): {range: boolean; names: string[]}[] {
  const groups: {range: boolean; names: string[]}[] = [];
  for (const [name, {op, columns, type, key, linked}] of Object.entries(parameters)) {
    if (op === 'geo' || key || linked) continue;
    const before = groups.at(-1)?.names[0];
    const partner = before === undefined ? undefined : parameters[before];
    const isEnd =
      op === 'lte' && partner?.op === 'gte' && partner.type === type && partner.columns?.[0] === columns?.[0];
    if (isEnd) Object.assign(groups.at(-1)!, {range: true}).names.push(name);
    else groups.push({range: false, names: [name]});
  }
  return groups;
}

const point = (view: View, data: ListData): Markup | null => {
  const names = Object.keys(data.route.parameters).filter(
    (name) => data.route.parameters[name]!.op === 'geo',
  );
  if (names.length === 0) return null;
  const isOpen = names.some((name) => givenValue(data.pairs, name) !== '');
  return (
    <details open={isOpen}>
      <summary>{view.t('list.near')}</summary>
      {names.map((name) => field(view, data, name))}
    </details>
  );
};

const histogramOf = (
  view: View,
  {route, pairs, histograms = []}: Filtered,
  [first]: readonly string[],
): Markup | null => {
  const found = histograms.find(({min}) => min === first);
  return found ? histogram(view, {route, pairs}, found) : null;
};

/** Fields for all filters of a list but its point. */
export const filterFields = (view: View, data: Filtered): Child =>
  grouped(data.route).map(({range, names}) =>
    range ? (
      <div class="range">
        {histogramOf(view, data, names)}
        {names.map((name) => field(view, data, name))}
      </div>
    ) : (
      names.map((name) => field(view, data, name))
    ),
  );

/** The form; `kept` parameters ride along hidden. */
export const filterForm = (view: View, data: ListData): Markup | null => {
  const {route, pairs} = data;
  if (Object.keys(route.parameters).length === 0) return null;
  // Nobody types keys, or what the search found: they ride along.
  const kept = withoutPlace(pairs).filter(([name]) => {
    const parameter = route.parameters[name];
    return !parameter || parameter.key || parameter.linked;
  });
  return (
    <form class="filters" action={inLanguage(route.path, view.language)} data-live="">
      <h2>{view.t('list.filters')}</h2>
      <a class="close" href="#results">
        {view.t('list.close')}
      </a>
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {filterFields(view, data)}
      {point(view, data)}
      <button type="submit" class="main">
        {view.t('list.show')}
      </button>
    </form>
  );
};

const isAmount = (dataset: string, {columns}: Parameter): boolean =>
  datasetOrEntity(dataset).columns[columns?.[0] ?? '']?.type === 'money';

/** The names of keys. */
const keysText = ({language}: View, {names}: ListData, {form}: KeyFilter, value: string): string =>
  givenKeys(value, form)
    .map(({name}) => halfOf(names.get(name) ?? name, language))
    .join(', ');

/** A filter's value as people read it. */
export function filterText(view: View, data: ListData, name: string, value: string): string {
  const {route} = data;
  const parameter = route.parameters[name]!;
  if (parameter.key) return keysText(view, data, parameter.key, value);
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

/** The active filters, each with a link that removes it. */
export const chips = (view: View, data: ListData): Markup | null => {
  const {filters, pairs, route} = data;
  if (filters.length === 0) return null;
  const {t, language} = view;
  const rest = withoutPlace(pairs);
  const href = (kept: Pairs) => inLanguage(withQuery(route.path, kept), language);
  // A point is three parameters that make sense together only.
  const without = (name: string) =>
    rest.filter(([other]) =>
      route.parameters[name]!.op === 'geo' ? route.parameters[other]?.op !== 'geo' : other !== name,
    );
  return (
    <ul class="chips" aria-label={t('list.active')}>
      {filters.map(([name, value]) => {
        const what = t(parameterLabel(route.dataset, name));
        return (
          <li>
            <a href={href(without(name))} title={t('list.remove', {what})}>
              <span class="what">{what}</span> {filterText(view, data, name, value)}
              <span aria-hidden="true" class="x">
                ×
              </span>
              <span class="sr">{t('list.remove', {what})}</span>
            </a>
          </li>
        );
      })}
      <li>
        <a class="clear" href={href(rest.filter(([name]) => !route.parameters[name]))}>
          {t('list.clear')}
        </a>
      </li>
    </ul>
  );
};

/** The form that chooses columns. */
export const columnForm = (view: View, data: ListData): Markup => {
  const {route, pairs, columns, shown} = data;
  const kept = pairs.filter(([name]) => name !== 'fields');
  return (
    <details class="choose">
      <summary>{view.t('list.columns')}</summary>
      <form action={inLanguage(route.path, view.language)}>
        {kept.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <fieldset class="checks">
          <legend class="sr">{view.t('list.columns')}</legend>
          {Object.keys(columns).map((name) => (
            <label>
              <input type="checkbox" name="fields" value={name} checked={shown.includes(name)} />{' '}
              {view.t(fieldLabel(route.dataset, name))}
            </label>
          ))}
        </fieldset>
        <button type="submit">{view.t('list.choose')}</button>
      </form>
    </details>
  );
};
