/** `meta.facets`: the most frequent values of filters over the records that match. */

import type {Json} from '../../../datasets/types.ts';
import type {Engine, ListQuery, Values} from '../../../engine/types.ts';
import {valueLabel} from '../../labels/index.ts';
import {columnText} from '../formats/language.ts';
import type {Call} from '../request/call.ts';
import type {Language} from '../routes/parameters.ts';
import type {ListRoute} from '../routes/types.ts';
import {keyItems, type ValueItem} from './key_items.ts';

/**
 * The values as they are answered: of bilingual columns the part that `lang` picks, of codes with their
 * names.
 */
export function valueItems(dataset: string, column: string, {values}: Values, lang: Language): ValueItem[] {
  return values.map(({value, count}) => {
    const name = valueLabel(column, value);
    return {
      value: columnText(dataset, column, value, lang),
      count,
      ...(name && {name_en: name.en, name_fr: name.fr}),
    };
  });
}

/** The facets that a call asks for, by name. */
export function facetsOfCall(
  {facets: names, lang}: Call,
  route: ListRoute,
  {where, near, walk}: ListQuery,
  engine: Engine,
): Json {
  const {dataset} = route;
  const columns = names.map((name) => route.facets[name]!);
  const facets = engine.facets({dataset, where, near, columns, walk}).map((one, i): [string, Json] => {
    const name = names[i]!;
    const values = route.parameters[name]?.key
      ? keyItems(route, name, one, lang, engine)
      : valueItems(dataset, columns[i]!, one, lang);
    return [name, {total: one.total, values}];
  });
  return Object.fromEntries(facets);
}
