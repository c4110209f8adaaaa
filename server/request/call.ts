/** A request that passed all checks: route, used values and what the answer shall look like. */
import {fold} from '../../datasets/rules/text.ts';
import {answerColumns} from '../routes/answers.ts';
import type {Match} from '../routes/match.ts';
import {type Format, type Language, LIST_FORMATS, parametersOf} from '../routes/parameters.ts';
import type {Route} from '../routes/types.ts';
import {queryMark} from './cursor.ts';
import {negotiateFormat} from './negotiate.ts';
import {resolveSlice, type Slice} from './paging.ts';
import {readPairs, readValues, type Values} from './query.ts';

export interface Call {
  route: Route;
  path: Record<string, string>;
  /** Values of the operation's own parameters; texts of filters folded. */
  own: Values;
  /** Null where the answer is one object. */
  slice: Slice | null;
  /** Mark that cursors of this query carry. */
  mark: string;
  format: Format;
  lang: Language;
  /** Fields of the items that are given, in order; null for all. */
  fields: readonly string[] | null;
  /** Value of `X-Ignored-Parameters`. */
  ignored: string;
  /** The query in one spelling: what the ETag is made of. */
  canonical: string;
}

/** Folds what is compared folded, so that spellings of one query are one query. */
function used(route: Route, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const folded = route.parameters[name]?.type === 'string' && typeof value === 'string';
      return [name, folded ? fold(value) : value];
    }),
  );
}

const sorted = (values: Record<string, unknown>) =>
  Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

/** Checks the query pairs in the order of the operation's parameters; throws the first fault. */
export function readCall(
  {route, path}: Match,
  pairs: readonly [string, string][],
  accept: string | undefined,
): Call {
  const taken = parametersOf(route);
  const {texts, ignored} = readPairs(pairs, {...taken.own, ...taken.page, ...taken.output});
  const own = used(route, readValues(texts, taken.own));
  const mark = queryMark(route.path, own);
  const paging = readValues(texts, taken.page);
  const slice = 'limit' in route ? resolveSlice(route, paging, texts, mark) : null;
  const output = readValues(texts, taken.output);
  const asked = texts.has('format') ? (output['format'] as Format) : null;
  const format = slice ? (asked ?? negotiateFormat(accept, LIST_FORMATS)) : 'json';
  const lang = output['lang'] as Language;
  const fields = (output['fields'] as readonly string[] | undefined) ?? null;
  const place = slice?.cursor ? {cursor: paging['cursor']} : {offset: slice?.offset};
  const canonical = JSON.stringify([
    route.path,
    sorted(path),
    sorted({...own, limit: slice?.limit, ...place, lang, fields}),
    format,
  ]);
  return {route, path, own, slice, mark, format, lang, fields, ignored, canonical};
}

/** Names of the fields of the items that the answer gives. */
export function givenFields(call: Call): readonly string[] {
  return call.fields ?? Object.keys(answerColumns(call.route));
}
