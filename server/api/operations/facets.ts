/** `meta.facets`: the most frequent values of filters over the records that match. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {valueLabel} from '../../../datasets/labels/index.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Answer, Engine, ListQuery, Values} from '../../../engine/types.ts';
import {selectLanguage} from '../formats/language.ts';
import {allMaybe, mapMaybe} from '../map_maybe.ts';
import type {Call} from '../request/call.ts';
import {facetsOf} from '../routes/facets.ts';
import type {Language} from '../routes/parameters.ts';
import type {ListRoute} from '../routes/types.ts';
import {keyItems} from './key_items.ts';
import type {ValueItem} from './value_item.ts';

/** The values as they are answered: of bilingual columns the part that `lang` picks, of codes with their names. */
export function valueItems(dataset: string, column: string, {values}: Values, lang: Language): ValueItem[] {
  const isBilingual = datasetOrEntity(dataset).columns[column]?.bilingual === true;
  return values.map(({value, count}) => {
    const name = valueLabel(column, value);
    return {
      value: isBilingual ? selectLanguage(value, lang) : value,
      count,
      ...(name ? {name_en: name.en, name_fr: name.fr} : {}),
    };
  });
}

/** The facets that a call asks for, by name. */
export function facetsOfCall(
  {facets: names, lang}: Call,
  route: ListRoute,
  {where, near, walk}: ListQuery,
  engine: Engine,
): Answer<Json> {
  const {dataset} = route;
  const columns = names.map((name) => facetsOf(route)[name]!);
  return mapMaybe(engine.facets({dataset, where, near, columns, walk}), (all) => {
    const items = all.map((one, i): Answer<ValueItem[]> => {
      const name = names[i]!;
      return route.parameters[name]?.key
        ? keyItems(route, name, one, lang, engine)
        : valueItems(dataset, columns[i]!, one, lang);
    });
    return mapMaybe(allMaybe(items), (each) =>
      Object.fromEntries(all.map(({total}, i): [string, Json] => [names[i]!, {total, values: each[i]!}])),
    );
  });
}
