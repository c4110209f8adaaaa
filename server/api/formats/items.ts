/** From engine rows to response items: selects the language of bilingual values and the fields. */
import type {Columns} from '../../../datasets/types.ts';
import {linesOf, rowsOf} from '../../../engine/rows/json_lines.ts';
import {LineConverter, type LineForm} from '../../../engine/rows/line_converter.ts';
import type {Lines, Row} from '../../../engine/types.ts';
import {type Call, outputFields} from '../request/call.ts';
import {isBilingual, localizeRow} from './language.ts';
import {BYTE_ORDER_MARK, csvHeader} from './render.ts';

/** True if items have other fields than engine rows. */
function selectsFields({route, fields}: Call): boolean {
  const list = route.kind === 'export' ? route.list : route;
  const isCut = list?.kind === 'list' && (list.fields !== undefined || list.more !== undefined);
  return fields !== null || isCut;
}

/** True if items equal engine rows, so that their bytes can be copied unparsed. */
export const isVerbatim = (call: Call): boolean => call.lang === 'both' && !selectsFields(call);

const HALVES = {en: 'first', fr: 'second'} as const;

/** Names of the bilingual columns themselves; what lies below others is cut by `cutBelow`. */
const bilingualFields = (columns: Columns): ReadonlySet<string> =>
  new Set(Object.keys(columns).filter((name) => columns[name]!.bilingual));

/**
 * Cuts bilingual values below other columns, which whole records alone have; null where there is none to cut.
 */
export function cutBelow({lang, columns: all}: Call): ((lines: Lines) => Lines) | null {
  if (lang === 'both') return null;
  const below = Object.entries(all).filter(([, column]) => !column.bilingual && isBilingual(column));
  if (below.length === 0) return null;
  const columns = Object.fromEntries(below);
  return (lines) => linesOf(rowsOf(lines).map((row) => localizeRow(row, columns, lang)));
}

/** How the items of a call are written as lines. */
export function lineForm(call: Call, format: 'csv' | 'ndjson'): LineForm {
  const {lang} = call;
  return {
    names: format === 'csv' || selectsFields(call) ? outputFields(call) : null,
    format,
    excel: call.excel,
    cut: lang === 'both' ? null : {fields: bilingualFields(call.columns), half: HALVES[lang]},
  };
}

/** The line before the items. */
export const headerOf = (call: Call): string =>
  call.format === 'csv'
    ? (call.excel ? BYTE_ORDER_MARK : '') + csvHeader(outputFields(call), call.excel === 'fr' ? ';' : ',')
    : '';

/** The items of engine rows, as the format of the call has them. The next call may overwrite them. */
export function itemLines(call: Call, whole: Lines): Lines {
  const lines = cutBelow(call)?.(whole) ?? whole;
  if (call.format === 'csv') return new LineConverter(lineForm(call, 'csv')).convert(lines);
  return isVerbatim(call) ? lines : new LineConverter(lineForm(call, 'ndjson')).convert(lines);
}

/** Maps engine rows to items, for formats that are made of objects. */
export function mapItems(call: Call, rows: readonly Row[]): Row[] {
  const names = selectsFields(call) ? outputFields(call) : null;
  return rows.map((row) => {
    const cut = localizeRow(row, call.columns, call.lang);
    return names ? pickFields(cut, names) : cut;
  });
}

function pickFields(row: Row, names: readonly string[]): Row {
  const item: Row = {};
  for (const name of names) item[name] = row[name] ?? null;
  return item;
}
