/** Facets of a list: the most frequent values of a filter, each a link that sets it, with its exact count. */

import {parameterLabel} from '../../../datasets/labels/index.ts';
import {MAX_FACET_VALUES} from '../../../engine/types.ts';
import {givenKeys} from '../../api/request/keys.ts';
import {formatNumber} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {Facet, ListData} from '../load/list.ts';
import {formEncoded, inLanguage, withQuery} from '../paths.ts';
import {valuesPath, withoutPlace} from './filters.tsx';
import type {View} from './types.ts';
import {readable} from './value.tsx';

/** Values shown of a facet. */
const SHOWN = 8;

/** Values that a filter holds: facets of sets add to them. */
function chosen({pairs, route}: ListData, name: string): string[] {
  const given = pairs.find(([other]) => other === name)?.[1] ?? '';
  const key = route.parameters[name]!.key;
  if (key) return givenKeys(given, key.form).map((one) => one.key);
  return given.split(',').filter(Boolean);
}

/**
 * Whether a filter compares the values that a facet counts: the facet counts without it, and its links go
 * without it, too.
 */
const isOwn = ({route}: ListData, filter: string, column: string): boolean => {
  const {op, columns = []} = route.parameters[filter] ?? {};
  return op !== undefined && op !== 'terms' && columns.includes(column);
};

/** What all values of a facet share. */
interface Choosing {
  view: View;
  /** The field that the values are of. */
  field: string;
  given: readonly string[];
  /** Whether values add up, instead of one replacing the other. */
  isSet: boolean;
  /** Count of the most frequent value. */
  most: number;
  /** Address of the list under another value of the filter. */
  hrefOf: (value: string) => string;
}

const choosingOf = (view: View, data: ListData, name: string, most: number): Choosing => {
  const {route, pairs} = data;
  const {type, columns} = route.parameters[name]!;
  const column = columns?.[0] ?? name;
  const others = withoutPlace(pairs).filter(([other]) => other !== name && !isOwn(data, other, column));
  const path = inLanguage(withQuery(route.path, others), view.language);
  const start = `${path}${path.includes('?') ? '&' : '?'}${formEncoded(name)}=`;
  return {
    view,
    field: column,
    given: chosen(data, name),
    isSet: type === 'sets',
    most,
    hrefOf: (value) => (value === '' ? path : start + formEncoded(value)),
  };
};

const item = (
  {view, field, given, isSet, most, hrefOf}: Choosing,
  {value, label, count}: Facet['values'][number],
): Markup => {
  const isChosen = isSet || label !== undefined ? given.includes(value) : given.join(',') === value;
  const others = isSet ? given.filter((one) => one !== value) : [];
  const next = isChosen ? others : [...others, value];
  return (
    <li>
      <a href={hrefOf(next.join(','))} rel="nofollow" {...(isChosen ? {'aria-current': 'true'} : {})}>
        {label ?? readable(view, field, value)}
      </a>
      <span class="figure">{formatNumber(count, view.language)}</span>
      <svg width="100%" height={4} aria-hidden="true">
        <rect class="bar" width={`${(100 * count) / Math.max(1, most)}%`} height={4} />
      </svg>
    </li>
  );
};

/**
 * A form that sets the filter to a value beyond those that are listed; values are suggested while it is
 * typed.
 */
const otherValue = (view: View, data: ListData, facetName: string): Markup => {
  const {route} = data;
  // Of keys nobody types one: a part of the name is.
  const name = route.parameters[facetName]!.key?.of ?? facetName;
  const id = `facet-${name}-other`;
  const values = valuesPath(view, data, name);
  return (
    <form class="other" action={inLanguage(route.path, view.language)}>
      {withoutPlace(data.pairs)
        .filter(([given]) => given !== name && given !== facetName)
        .map(([given, value]) => (
          <input type="hidden" name={given} value={value} />
        ))}
      <label for={id}>
        {view.t('list.facet_other')}
        <span class="sr">{` (${view.t(parameterLabel(route.dataset, name))})`}</span>
      </label>
      <div class="with-button">
        <input
          id={id}
          name={name}
          type="text"
          required
          autocomplete="off"
          maxlength={route.parameters[name]!.longest ?? 200}
          {...(values === null ? {} : {'data-values': values})}
        />
        <button type="submit">{view.t('list.facet_show')}</button>
      </div>
    </form>
  );
};

/** Closed sets have all their values in the form of filters. */
const isOpen = ({route}: ListData, name: string): boolean =>
  route.parameters[name]!.type === 'string' || route.parameters[name]!.key !== undefined;

const facet = (view: View, data: ListData, name: string, {total, values}: Facet): Markup | null => {
  if (values.length === 0) return null;
  const choosing = choosingOf(view, data, name, values[0]!.count);
  const items = values.map((one) => item(choosing, one));
  return (
    <section aria-labelledby={`facet-${name}`}>
      <h3 id={`facet-${name}`}>{view.t(parameterLabel(data.route.dataset, name))}</h3>
      <ul>{items.slice(0, SHOWN)}</ul>
      {items.length > SHOWN ? (
        <details>
          <summary>{view.t('list.facet_rest')}</summary>
          <ul>{items.slice(SHOWN)}</ul>
        </details>
      ) : null}
      {total > SHOWN ? <p class="note">{view.t('list.facet_more', {n: total})}</p> : null}
      {total > MAX_FACET_VALUES && isOpen(data, name) ? otherValue(view, data, name) : null}
    </section>
  );
};

/** All facets of the list in view; null where it has none. */
export const facetList = (view: View, data: ListData): Markup | null => {
  const facets = Object.entries(data.page?.facets ?? {});
  if (facets.length === 0) return null;
  return (
    <div class="facets" id="facets">
      {facets.map(([name, one]) => facet(view, data, name, one))}
    </div>
  );
};
