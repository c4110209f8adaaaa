/** `lang`: selects the English or French half of bilingual values. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Column, Columns, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {Language} from '../routes/parameters.ts';

const BAR = ' | ';

/** The text before the first bar (`en`) or after it (`fr`); text without a bar unchanged. */
export function selectLanguage(text: string, lang: Language): string {
  const at = text.indexOf(BAR);
  if (at < 0 || lang === 'both') return text;
  return lang === 'en' ? text.slice(0, at) : text.slice(at + BAR.length);
}

/** A value of a column. If the column is bilingual, `lang` picks the half. */
export const columnText = (dataset: string, column: string, text: string, lang: Language): string =>
  datasetOrEntity(dataset).columns[column]?.bilingual ? selectLanguage(text, lang) : text;

const isRow = (value: Json | undefined): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function localizeValue(value: Json, column: Column, lang: Language): Json {
  if (column.bilingual && typeof value === 'string') return selectLanguage(value, lang);
  if (!column.fields) return value;
  const {fields} = column;
  if (Array.isArray(value))
    return value.map((item) => (isRow(item) ? localizeRow(item, fields, lang) : item));
  return isRow(value) ? localizeRow(value, fields, lang) : value;
}

/** True if the column or a field below it is bilingual. */
export function isBilingual(column: Column): boolean {
  return column.bilingual === true || Object.values(column.fields ?? {}).some(isBilingual);
}

/** A copy of the row with bilingual values cut; the row itself for `both`. */
export function localizeRow(row: Row, columns: Columns, lang: Language): Row {
  if (lang === 'both') return row;
  const cut = {...row};
  for (const [name, column] of Object.entries(columns)) {
    const value = row[name];
    if (value !== undefined && isBilingual(column)) cut[name] = localizeValue(value, column, lang);
  }
  return cut;
}
