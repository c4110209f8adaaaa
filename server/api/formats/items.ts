/** Maps engine rows to response items: selects the language of bilingual values and the fields. */
import type {Row} from '../../../engine/types.ts';
import {type Call, outputFields} from '../request/call.ts';
import {answerColumns} from '../routes/answers.ts';
import {localizeRow} from './language.ts';

/** True if items have other fields than engine rows. */
function selectsFields({route, fields}: Call): boolean {
  const list = route.kind === 'export' ? route.list : route;
  const isCut = list?.kind === 'list' && (list.fields !== undefined || list.inFrench === true);
  return fields !== null || isCut;
}

/** True if items equal engine rows, so that their bytes can be copied unparsed. */
export const isVerbatim = (call: Call): boolean => call.lang === 'both' && !selectsFields(call);

/** Maps batches of engine rows to items. `group` is the grouping of statistics. */
export function itemMapper(call: Call, group?: string): (rows: readonly Row[]) => Row[] {
  const columns = answerColumns(call.route, group);
  const names = selectsFields(call) ? outputFields(call) : null;
  return (rows) =>
    rows.map((row) => {
      const cut = localizeRow(row, columns, call.lang);
      return names ? pickFields(cut, names) : cut;
    });
}

/** Several times faster than `Object.fromEntries`; exports have millions of rows. */
function pickFields(row: Row, names: readonly string[]): Row {
  const item: Row = {};
  for (const name of names) item[name] = row[name] ?? null;
  return item;
}
