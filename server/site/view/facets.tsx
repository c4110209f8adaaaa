/** Facets of a list: the most frequent values of a filter, each a link that sets it, with its exact count. */

import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {givenKeys} from '../../api/request/keys.ts';
import type {Facet, ListData} from '../load/list.ts';
import {isMunicipality} from '../load/municipality.ts';
import {given, inAddress, inLanguage, withoutPlace, withQuery} from '../paths.ts';
import {Counts} from './chart_parts.tsx';
import {readable, worded} from './readable.ts';
import {isBlank} from './sources.tsx';
import type {Markup, View} from './types.ts';

/** Values shown of a facet. */
const SHOWN = 5;

/** What facets are made from. */
type Counted = Pick<ListData, 'route' | 'pairs'> & Partial<Pick<ListData, 'page'>>;

/** Values that a filter holds: facets of sets add to them. */
function chosenOf({pairs, route}: Counted, name: string): string[] {
  const key = route.parameters[name]!.key;
  if (key) return givenKeys(given(pairs, name), key.form).map((one) => one.key);
  return given(pairs, name).split(',').filter(Boolean);
}

/**
 * Whether a filter compares the values that a facet counts: the facet counts without it, and its links go
 * without it, too.
 */
const isOwn = ({route}: Counted, filter: string, column: string): boolean => {
  const {op, columns = []} = route.parameters[filter] ?? {};
  return op !== undefined && op !== 'terms' && columns.includes(column);
};

type Value = Facet['values'][number];

/** Makes values of a facet links: each sets the filter, or adds itself to a set; one that is chosen goes. */
const choosing = (view: View, data: Counted, name: string) => {
  const {route, pairs} = data;
  const {type, columns} = route.parameters[name]!;
  const column = columns?.[0] ?? name;
  const others = withoutPlace(pairs).filter(([other]) => other !== name && !isOwn(data, other, column));
  const path = inLanguage(withQuery(route.path, others), view.language);
  const start = `${path}${path.includes('?') ? '&' : '?'}`;
  const isSet = type === 'sets';
  const chosen = chosenOf(data, name);
  return ({value, label, count}: Value): {label: Markup; count: number} => {
    const isChosen = isSet || label !== undefined ? chosen.includes(value) : chosen.join(',') === value;
    const rest = isSet ? chosen.filter((one) => one !== value) : [];
    const next = (isChosen ? rest : [...rest, value]).join(',');
    const href = next === '' ? path : start + inAddress(name, next);
    return {
      label: (
        <a href={href} rel="nofollow" aria-current={isChosen ? 'true' : undefined}>
          {label === undefined ? readable(view, column, value) : worded(view, column, label)}
        </a>
      ),
      count,
    };
  };
};

/** The filter by which the page counts the values of another: that by key where there are keys; null: none. */
function countedAs({route, page}: Counted, name: string): string | null {
  const names = Object.keys(page?.facets ?? {});
  return names.find((one) => route.parameters[one]?.key?.of === name || one === name) ?? null;
}

/** What the page counts of a filter; null: nothing. */
export function facetOf(data: Counted, name: string): Facet | null {
  const own = countedAs(data, name);
  return own === null ? null : data.page!.facets[own]!;
}

/** That the one municipality of the list publishes nothing that a filter compares; null: it does, or may. */
function blankNote(view: View, {route, pairs}: Counted, name: string): Markup | null {
  const slug = given(pairs, 'municipality');
  if (!isMunicipality(slug)) return null;
  const {op, columns = []} = route.parameters[name]!;
  if (op !== 'partial' || !isBlank(view, `${slug}_${route.dataset}`, columns)) return null;
  return <p class="note">{view.t('coverage.blank', {name: MUNICIPALITIES[slug].name})}</p>;
}

/**
 * What is known of the values of a filter, below its field: the most frequent ones, or that there are none; null
 * where the page counts none. Values that one record each has tell nothing.
 */
export function facetValues(view: View, data: Counted, name: string): Markup | null {
  const own = countedAs(data, name);
  const blank = blankNote(view, data, name);
  if (own === null) {
    // The element is there for all municipalities: a script puts what the next answer says into it.
    return data.route.parameters['municipality'] ? (
      <div class="facet" id={`facet-${name}`}>
        {blank}
      </div>
    ) : null;
  }
  const {total, values} = data.page!.facets[own]!;
  // The element stays where a filter leaves no value: a script puts those of the next answer into it.
  const most = values[0]?.count ?? 1;
  const tells = most > 1 || total <= SHOWN || given(data.pairs, own) !== '';
  const items = tells ? values.map(choosing(view, data, own)) : [];
  return (
    <div class="facet" id={`facet-${name}`}>
      <Counts view={view} values={items.slice(0, SHOWN)} most={most} />
      {items.length > SHOWN ? (
        <details>
          <summary>{view.t('list.facet_rest', {n: items.length - SHOWN})}</summary>
          <Counts view={view} values={items.slice(SHOWN)} most={most} />
        </details>
      ) : null}
      {blank}
      {items.length > 0 && total > values.length ? (
        <p class="note">{view.t('list.facet_more', {n: total})}</p>
      ) : null}
    </div>
  );
}
