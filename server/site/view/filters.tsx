/**
 * The form of filters of a list, and the chips of those that are active: both derived from the route's
 * parameters.
 */

import type {Parameter} from '../../api/routes/types.ts';
import {fieldLabel, parameterLabel} from '../../labels/index.ts';
import type {ListData} from '../load/list.ts';
import {given, inLanguage, type Pairs, withoutPlace, withQuery} from '../paths.ts';
import {isAllOrFewer} from './all_or_fewer.ts';
import {choices, choicesOf, counted, type Filtered, isChosen} from './choices.ts';
import {facetValues} from './facets.tsx';
import {fieldOf, toldFilters} from './filter_text.ts';
import {histogram} from './histogram.tsx';
import {Field, hidden, options} from './kit.tsx';
import type {Child, Markup, View} from './types.ts';
import {localLabelOf} from './value.tsx';

const INPUT_TYPES: Partial<Record<Parameter['type'], 'text' | 'date'>> = {
  number: 'text',
  integer: 'text',
  date: 'date',
  time: 'date',
};

/** Bounds of days: while a year is typed, its first digits are no year. */
const DAYS = {min: '1800-01-01', max: '2199-12-31'};

/** Where the values of a text filter are listed while it is typed; null: the API does not list them. */
export const valuesPath = (view: View, {route}: Filtered, name: string): string | null =>
  route.facets[name] ? inLanguage(`/values/${route.dataset}/${name}`, view.language) : null;

const input = (view: View, data: Filtered, id: string, name: string, value: string): Markup => {
  const parameter = data.route.parameters[name]!;
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
      {...(INPUT_TYPES[parameter.type] === 'date' && !isMoment ? DAYS : {})}
      value={isMoment ? value.replace(/Z$/, '') : value}
      autocomplete="off"
      data-values={valuesPath(view, data, name) ?? undefined}
      inputmode={isNumber ? 'decimal' : undefined}
      placeholder={parameter.type === 'fiscal_year' ? '2023-24' : undefined}
      maxlength={parameter.type === 'string' ? (parameter.longest ?? 200) : undefined}
    />
  );
};

/** A checkbox for each value. */
const checkboxes = (name: string, values: readonly [string, string][], chosen: readonly string[]): Child =>
  values.map(([value, text]) => (
    <label>
      <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} /> {text}
    </label>
  ));

const field = (view: View, data: Filtered, name: string): Markup => {
  const {route, pairs} = data;
  const parameter = route.parameters[name]!;
  const label = view.t(parameterLabel(route.dataset, name));
  const typed = given(pairs, name);
  const values = choices(view, name, parameter);
  if (parameter.type === 'sets')
    return (
      <fieldset class="checks">
        <legend>{label}</legend>
        <div class="options">
          {checkboxes(
            name,
            counted(view, data, name, values),
            typed.split(',').map((one) => one.trim()),
          )}
        </div>
      </fieldset>
    );
  const id = `filter-${name}`;
  const isWithout = isAllOrFewer(parameter);
  const value = isWithout && !/^(true|1)$/i.test(typed) ? '' : typed || (parameter.default ?? '');
  const any = parameter.default === undefined && !isWithout ? view.t('frame.any') : undefined;
  if (isChosen(data, name))
    return (
      <Field id={id} label={label}>
        <select id={id} name={name}>
          {options(counted(view, data, name, choicesOf(view, data, name, value)), value, any)}
        </select>
      </Field>
    );
  return (
    <Field id={id} label={label}>
      {input(view, data, id, name, value)}
      {data.page ? facetValues(view, data, name) : null}
    </Field>
  );
};

/** Names of filters, the two ends of a range together; without those of a point, which fold away. */
function grouped({parameters}: Filtered['route']): string[][] {
  const groups: string[][] = [];
  for (const [name, {op, columns, type, key, linked}] of Object.entries(parameters)) {
    if (op === 'geo' || key || linked) continue;
    const before = parameters[groups.at(-1)?.[0] ?? ''];
    const isEnd =
      op === 'lte' && before?.op === 'gte' && before.type === type && before.columns?.[0] === columns?.[0];
    if (isEnd) groups.at(-1)!.push(name);
    else groups.push([name]);
  }
  return groups;
}

const point = (view: View, data: ListData): Markup | null => {
  const names = Object.keys(data.route.parameters).filter(
    (name) => data.route.parameters[name]!.op === 'geo',
  );
  if (names.length === 0) return null;
  const isOpen = names.some((name) => given(data.pairs, name) !== '');
  return (
    <details open={isOpen}>
      <summary>{view.t('list.near')}</summary>
      {names.map((name) => field(view, data, name))}
    </details>
  );
};

/** A day as the API writes it, some years or months before another. */
const dayBefore = (day: string, years: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() - years);
  at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
};

/** The first month of the federal fiscal year. */
const FISCAL_MONTH = 4;

/** Periods that people ask for, up to the day of the data; each begins at `from`. */
function periods({t, build}: View): {text: string; from: string}[] {
  if (!build) return [];
  const day = build.data_as_of.slice(0, 10);
  const year = Number(day.slice(0, 4));
  const fiscal = Number(day.slice(5, 7)) < FISCAL_MONTH ? year - 1 : year;
  const next = String((fiscal + 1) % 100).padStart(2, '0');
  return [
    {text: t('list.this_year'), from: `${year}-01-01`},
    {text: t('list.last_months'), from: dayBefore(day, 1)},
    {text: t('list.fiscal_year', {year: `${fiscal}-${next}`}), from: `${fiscal}-04-01`},
  ];
}

/** Links that set the two ends of a range of days. */
const periodLinks = (
  view: View,
  {route, pairs, periodsAt = route.path}: Filtered,
  [from, to]: readonly [string, string],
): Markup => {
  const rest = withoutPlace(pairs).filter(([name]) => name !== from && name !== to);
  return (
    <p class="presets">
      {periods(view).map((period) => (
        <a
          href={inLanguage(withQuery(periodsAt, [...rest, [from, period.from]]), view.language)}
          rel="nofollow"
          aria-current={given(pairs, from) === period.from && given(pairs, to) === '' ? 'true' : undefined}
        >
          {period.text}
        </a>
      ))}
    </p>
  );
};

/** The fields of a filter, or of both ends of a range under the name of what they bound. */
const groupFields = (view: View, data: Filtered, names: readonly string[]): Child => {
  const fields = names.map((name) => field(view, data, name));
  const [from, to] = names;
  if (to === undefined) return fields;
  const {dataset, parameters} = data.route;
  const drawn = data.histograms?.find(({min}) => min === from);
  const name = fieldLabel(dataset, fieldOf(from!, parameters[from!]!));
  return (
    <div class="range">
      {drawn ? <p class="bounded">{view.t(name)}</p> : null}
      {drawn ? histogram(view, data, drawn) : null}
      {fields}
      {(data.page || data.periodsAt) && parameters[from!]!.type === 'date'
        ? periodLinks(view, data, [from!, to])
        : null}
    </div>
  );
};

/** Fields for all filters of a list but its point. */
export const filterFields = (view: View, data: Filtered): Child =>
  grouped(data.route).map((names) => groupFields(view, data, names));

/** Filters that stand open besides the ranges of amounts and days; so few more are not worth a fold. */
const OPEN = 5;
const FEW = 2;

/** Most people use words, the first filters, amounts and days: the others unfold, and are unfolded where one is active. */
function openAndFolded({route}: ListData): {open: string[][]; rest: string[][]} {
  const all = grouped(route);
  const isRange = ([from, to]: readonly string[]) =>
    to !== undefined && route.parameters[from!]!.type !== 'time';
  const first = all.filter((names) => names.length === 1).slice(0, OPEN);
  const rest = all.filter((names) => !first.includes(names) && !isRange(names) && names[0] !== 'q');
  if (rest.length <= FEW) return {open: all, rest: []};
  return {open: all.filter((names) => !rest.includes(names)), rest};
}

/** Filters in order; behind each one the Tab key may leave for the results. */
const formFields = (view: View, data: ListData): Child => {
  const {open, rest} = openAndFolded(data);
  const shown = (groups: readonly string[][]): Child =>
    groups.map((names) => [
      groupFields(view, data, names),
      <a class="skip" href="#results">
        {view.t('list.skip')}
      </a>,
    ]);
  const isActive = rest.flat().some((name) => given(data.pairs, name) !== '' || isKeyGiven(data, name));
  return [
    shown(open),
    rest.length === 0 ? null : (
      <details class="more" open={isActive}>
        <summary>{view.t('list.more_filters', {n: rest.length})}</summary>
        {shown(rest)}
      </details>
    ),
  ];
};

/** Whether the filter by key of the same names is given. */
const isKeyGiven = ({route, pairs}: ListData, name: string): boolean =>
  Object.entries(route.parameters).some(([other, {key}]) => key?.of === name && given(pairs, other) !== '');

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
      {hidden(kept)}
      {formFields(view, data)}
      {point(view, data)}
      <button type="submit" class="main">
        {view.t('list.show')}
      </button>
    </form>
  );
};

/** The filters that a list has until somebody says otherwise; their defaults count as if they were given. */
const presets = ({parameters}: ListData['route'], filters: Pairs): Pairs =>
  Object.entries(parameters).flatMap(([name, {default: preset, no_filter_value: open}]) =>
    preset === undefined || open === undefined || preset === String(open) || given(filters, name) !== ''
      ? []
      : [[name, preset] as const],
  );

/** How many filters are active: a point is three parameters that make sense together only. */
export const countedOnce = (route: ListData['route'], filters: Pairs): number =>
  new Set(
    [...presets(route, filters), ...filters].map(([name]) =>
      route.parameters[name]?.op === 'geo' ? 'point' : name,
    ),
  ).size;

/** The active filters, each with a link that removes it. */
export const chips = (view: View, data: ListData): Markup | null => {
  const {filters, pairs, route} = data;
  const active: Pairs = [...presets(route, filters), ...filters];
  if (active.length === 0) return null;
  const {t, language} = view;
  const rest = withoutPlace(pairs);
  const href = (kept: Pairs) => inLanguage(withQuery(route.path, kept), language);
  const isGeo = (name: string) => route.parameters[name]?.op === 'geo';
  // Without a point there is no distance to sort by.
  const isOfPoint = ([name, value]: Pairs[number]) =>
    isGeo(name) || (name === 'sort_by' && value === 'distance');
  const without = (name: string): Pairs => {
    const {default: preset, no_filter_value: open} = route.parameters[name]!;
    const others = rest.filter((pair) => (isGeo(name) ? !isOfPoint(pair) : pair[0] !== name));
    // Without its parameter a filter that is there by default would stay.
    return given(active, name) === preset && open !== undefined ? [...others, [name, String(open)]] : others;
  };
  return (
    <ul class="chips" aria-label={t('list.active')}>
      {toldFilters(view, {...data, filters: active}).map(({name, what, value}) => (
        <li>
          <a href={href(without(name))} title={t('list.remove', {what})}>
            <span class="what">{what}</span> {value}
            <span aria-hidden="true" class="x">
              ×
            </span>
            <span class="sr">{t('list.remove', {what})}</span>
          </a>
        </li>
      ))}
      {filters.length === 0 ? null : (
        <li>
          <a class="clear" href={href(rest.filter((pair) => !route.parameters[pair[0]] && !isOfPoint(pair)))}>
            {t('list.clear')}
          </a>
        </li>
      )}
    </ul>
  );
};

/** The form that chooses columns. */
export const columnForm = (view: View, data: ListData): Markup => {
  const {route, pairs, columns, answered, shown} = data;
  return (
    <form class="choose" action={inLanguage(route.path, view.language)}>
      {hidden(pairs.filter(([name]) => name !== 'fields'))}
      <fieldset class="checks">
        <legend>{view.t('list.columns')}</legend>
        {checkboxes(
          'fields',
          Object.keys(columns).map((name) => [name, localLabelOf(view, route.dataset, name, answered)]),
          shown,
        )}
      </fieldset>
      <button type="submit">{view.t('list.choose')}</button>
    </form>
  );
};
