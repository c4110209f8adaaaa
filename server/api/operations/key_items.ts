/** Values of a filter by key: each key with the name that people read. */

import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Json} from '../../../datasets/types.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Engine, Values} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {selectLanguage} from '../formats/language.ts';
import {keyOfStored, nameOfStored} from '../request/keys.ts';
import type {Language} from '../routes/parameters.ts';
import type {ListRoute} from '../routes/types.ts';
import {firstRows} from './first_rows.ts';

/** A value with its records: of a code its names, of a key the name that people read. */
export interface ValueItem {
  value: string;
  count: number;
  /** `name_en` and `name_fr`; `label`. */
  [name: string]: Json;
}

/** The names of some ids of an entity. */
function namesOfIds(entity: string, ids: readonly string[], engine: Engine): Map<string, string> {
  const id = idColumn(datasetOrEntity(entity));
  const {title} = displayOf(entity);
  const limit = Math.max(1, ids.length);
  const {items} = firstRows(engine, entity, [{op: 'in', columns: [id], value: ids}], {limit});
  return new Map(rowsOf(items).map((row) => [String(row[id]), String(row[title[0]!])]));
}

/** Columns whose halves `lang` picks hold names in both languages. */
const isBilingual = ({dataset, parameters}: ListRoute, of: string): boolean => {
  const {columns} = datasetOrEntity(dataset);
  return (parameters[of]?.columns ?? []).some((name) => columns[name]?.bilingual === true);
};

/** The values of a facet by key, as they are answered. */
export function keyItems(
  route: ListRoute,
  filter: string,
  {values}: Values,
  lang: Language,
  engine: Engine,
): ValueItem[] {
  const {form, of, entity} = route.parameters[filter]!.key!;
  const cut = entity !== undefined || (of !== undefined && isBilingual(route, of));
  const ids = values.map(({value}) => value);
  const names = entity === undefined ? new Map<string, string>() : namesOfIds(entity, ids, engine);
  return values.map(({value, count}) => {
    const name = nameOfStored(value, form) ?? names.get(value) ?? value;
    return {value: keyOfStored(value, form), label: cut ? selectLanguage(name, lang) : name, count};
  });
}
