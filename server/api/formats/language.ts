/** `lang`: the English or French part of bilingual values, where the columns name them (specification 1.6). */
import type {Column, Columns, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {Language} from '../routes/parameters.ts';

const BAR = ' | ';

/** The part before the first bar (`en`) or after it (`fr`); a text without a bar as it stands. */
export function half(text: string, lang: Language): string {
  const at = text.indexOf(BAR);
  if (at < 0 || lang === 'both') return text;
  return lang === 'en' ? text.slice(0, at) : text.slice(at + BAR.length);
}

const isRow = (value: Json | undefined): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cutValue(value: Json, column: Column, lang: Language): Json {
  if (column.bilingual && typeof value === 'string') return half(value, lang);
  if (!column.fields) return value;
  const {fields} = column;
  if (Array.isArray(value)) return value.map((item) => (isRow(item) ? cutRow(item, fields, lang) : item));
  return isRow(value) ? cutRow(value, fields, lang) : value;
}

/** True when the column or a field below it is bilingual. */
function speaksTwice(column: Column): boolean {
  return column.bilingual === true || Object.values(column.fields ?? {}).some(speaksTwice);
}

/** A copy of the row with its bilingual values cut; the row itself for `both`. */
export function cutRow(row: Row, columns: Columns, lang: Language): Row {
  if (lang === 'both') return row;
  const cut = {...row};
  for (const [name, column] of Object.entries(columns)) {
    const value = row[name];
    if (value !== undefined && speaksTwice(column)) cut[name] = cutValue(value, column, lang);
  }
  return cut;
}
