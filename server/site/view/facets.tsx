/** Facets of a list: the most frequent values of a filter, each a link that sets it, with its exact count. */

import {MAX_FACET_VALUES} from '../../../engine/types.ts';
import {givenKeys} from '../../api/request/keys.ts';
import {parameterLabel} from '../../labels/index.ts';
import type {Facet, ListData} from '../load/list.ts';
import {formEncoded, given, inLanguage, withQuery} from '../paths.ts';
import {Counts} from './chart_parts.tsx';
import {valuesPath, withoutPlace} from './filters.tsx';
import {hidden} from './kit.tsx';
import type {Markup, View} from './types.ts';
import {readable} from './value.tsx';

/** Values shown of a facet. */
const SHOWN = 8;

/** Values that a filter holds: facets of sets add to them. */
function chosenOf({pairs, route}: ListData, name: string): string[] {
  const key = route.parameters[name]!.key;
  if (key) return givenKeys(given(pairs, name), key.form).map((one) => one.key);
  return given(pairs, name).split(',').filter(Boolean);
}

/**
 * Whether a filter compares the values that a facet counts: the facet counts without it, and its links go
 * without it, too.
 */
const isOwn = ({route}: ListData, filter: string, column: string): boolean => {
  const {op, columns = []} = route.parameters[filter] ?? {};
  return op !== undefined && op !== 'terms' && columns.includes(column);
};

type Value = Facet['values'][number];

/** Makes values of a facet links: each sets the filter, or adds itself to a set; one that is chosen goes. */
const choosing = (view: View, data: ListData, name: string) => {
  const {route, pairs} = data;
  const {type, columns} = route.parameters[name]!;
  const column = columns?.[0] ?? name;
  const others = withoutPlace(pairs).filter(([other]) => other !== name && !isOwn(data, other, column));
  const path = inLanguage(withQuery(route.path, others), view.language);
  const start = `${path}${path.includes('?') ? '&' : '?'}${formEncoded(name)}=`;
  const isSet = type === 'sets';
  const chosen = chosenOf(data, name);
  return ({value, label, count}: Value): {label: Markup; count: number} => {
    const isChosen = isSet || label !== undefined ? chosen.includes(value) : chosen.join(',') === value;
    const rest = isSet ? chosen.filter((one) => one !== value) : [];
    const next = (isChosen ? rest : [...rest, value]).join(',');
    const href = next === '' ? path : start + formEncoded(next);
    return {
      label: (
        <a href={href} rel="nofollow" aria-current={isChosen ? 'true' : undefined}>
          {label ?? readable(view, column, value)}
        </a>
      ),
      count,
    };
  };
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
      {hidden(withoutPlace(data.pairs).filter(([other]) => other !== name && other !== facetName))}
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
          data-values={values ?? undefined}
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
  const items = values.map(choosing(view, data, name));
  const most = values[0]!.count;
  return (
    <section aria-labelledby={`facet-${name}`}>
      <h3 id={`facet-${name}`}>{view.t(parameterLabel(data.route.dataset, name))}</h3>
      <Counts view={view} values={items.slice(0, SHOWN)} most={most} />
      {items.length > SHOWN ? (
        <details>
          <summary>{view.t('list.facet_rest')}</summary>
          <Counts view={view} values={items.slice(SHOWN)} most={most} />
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
