/** A request that passed all checks: route, used values and what the answer shall look like. */
import {fold} from '../../../datasets/rules/text.ts';
import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {ApiError} from '../errors.ts';
import {answerColumns, distanceColumn} from '../routes/answers.ts';
import {type ExportFormat, type Format, formatsOf} from '../routes/formats.ts';
import type {Match} from '../routes/match.ts';
import type {Language} from '../routes/parameters.ts';
import type {Route} from '../routes/types.ts';
import {queryMark} from './cursor.ts';
import {inOrder, type Proximity, proximityOf} from './near.ts';
import {negotiateFormat} from './negotiate_format.ts';
import {resolveSlice, type Slice} from './paging.ts';
import {type Plan, planOf, textOf} from './plan.ts';
import {readPairs, readValues, type Values} from './query.ts';

export interface Call {
  route: Route;
  path: Match['path'];
  /** Values of the operation's own parameters; texts of filters folded. */
  own: Values;
  /** Place and radius of a search by distance, else null. */
  proximity: Proximity | null;
  /** Null where the answer is one object. */
  slice: Slice | null;
  /** Mark that cursors of this query carry. */
  mark: string;
  format: Format;
  /** Form of a whole dataset; null for every other answer. */
  exported: ExportFormat | null;
  lang: Language;
  /** Fields of the items that are given, in order; null for all. */
  fields: readonly string[] | null;
  /** Value of `X-Ignored-Parameters`. */
  ignored: string;
  /** The query in one spelling: what the ETag is made of. */
  canonical: string;
}

/** Folds what is compared folded, so that spellings of one query are one query. */
function foldTexts(values: Values, names: readonly string[]): Values {
  let folded = values;
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string') folded = {...folded, [name]: fold(value)};
  }
  return folded;
}

function ownValues(texts: ReadonlyMap<string, string>, plan: Plan): Values {
  const values = readValues(texts, plan.own);
  return values === plan.preset ? values : foldTexts(values, plan.folded);
}

const ownText = (own: Values, plan: Plan): string =>
  own === plan.preset ? plan.presetText : textOf(own, plan.names);

/** The form of an export. A whole file is given as it is: nothing else may be asked of it. */
function exportFormat(texts: ReadonlyMap<string, string>, output: Values): ExportFormat {
  const format = output['format'] as ExportFormat;
  if (format === 'parquet' && texts.size > 1) throw new ApiError('whole_file');
  return format;
}

/** Own values with the order that counts in a search by distance, and that search. */
function placed(
  route: Route,
  own: Values,
  plan: Plan,
  texts: ReadonlyMap<string, string>,
): {own: Values; proximity: Proximity | null} {
  if (own === plan.preset || distanceColumn(route) === null) return {own, proximity: null};
  const proximity = proximityOf(own);
  return {own: route.kind === 'list' ? inOrder(own, proximity, texts) : own, proximity};
}

/** Distances stand only in searches that ask for them. */
function fieldsOf(route: Route, output: Values, proximity: Proximity | null): readonly string[] | null {
  const fields = output['fields'] as readonly string[] | undefined;
  if (!fields) return null;
  const distance = proximity ? null : distanceColumn(route)?.name;
  return distance ? fields.filter((name) => name !== distance) : fields;
}

/** Most rows of a page. */
const mostOf = (route: Route, tier: TierName): number =>
  'tiered' in route && route.tiered ? TIERS[tier].permits : Number.POSITIVE_INFINITY;

/** Checks the query pairs in the order of the operation's parameters; throws the first fault. */
export function readCall(
  {route, path}: Match,
  pairs: readonly [string, string][],
  accept: string | undefined,
  tier: TierName,
): Call {
  const plan = planOf(route);
  const {texts, ignored} = readPairs(pairs, plan.known);
  const {own, proximity} = placed(route, ownValues(texts, plan), plan, texts);
  const rows = 'limit' in route ? route : null;
  const mark = own === plan.preset || !rows ? plan.mark : queryMark(route.path, own);
  const paging = readValues(texts, plan.page);
  const slice = rows && resolveSlice(rows, paging, texts, mark, mostOf(route, tier));
  const output = readValues(texts, plan.output);
  const asked = texts.has('format') ? (output['format'] as Format) : null;
  const formats = formatsOf(route);
  const format = formats.length > 1 ? (asked ?? negotiateFormat(accept, formats)) : 'json';
  const exported = route.kind === 'export' ? exportFormat(texts, output) : null;
  const lang = output['lang'] as Language;
  const fields = fieldsOf(route, output, proximity);
  const place = slice?.cursor ? paging['cursor'] : slice?.offset;
  const rest = JSON.stringify([path, slice?.limit, place, fields]);
  const canonical = `${route.path} ${exported ?? format} ${lang} ${ownText(own, plan)} ${rest}`;
  return {route, path, own, proximity, slice, mark, format, exported, lang, fields, ignored, canonical};
}

/** Names of the fields of the items that the answer gives. */
export function givenFields(call: Call): readonly string[] {
  const {route, fields, proximity} = call;
  if (fields) return fields;
  const names = Object.keys(answerColumns(route));
  const distance = proximity && distanceColumn(route);
  return distance ? [...names, distance.name] : names;
}
