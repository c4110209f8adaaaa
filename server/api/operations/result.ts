/** What operations answer, before a format renders it. */
import type {Json} from '../../../datasets/types.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Lines, Row} from '../../../engine/types.ts';
import type {Message} from '../errors.ts';
import {mapItems} from '../formats/items.ts';
import {localizeRow} from '../formats/language.ts';
import type {Meta} from '../formats/render.ts';
import type {Call} from '../request/call.ts';

type FurtherMeta = Readonly<Record<string, Json>>;

/** Items as the engine has them, before `lang` and `fields`: stored lines of records, or rows of groups. */
export interface PageResult {
  items: Lines | readonly Row[];
  meta: Meta;
  /** Of the first page of a feed: records that are gone, last removed first. */
  removed?: readonly Removed[];
}

/** A record that was removed. */
export interface Removed {
  record_id: string;
  /** RFC 3339. */
  at: string;
  why: Message;
}

/** One record, as it is stored or with one half of bilingual values. */
export interface RecordResult {
  record: Buffer | Row;
  /** Fields after its own. */
  more?: Row;
  /** Of GeoJSON, where it is not a member of the record. */
  geometry?: Json;
  meta?: FurtherMeta | null;
}

/** What has no other form than JSON. */
export interface PlainResult {
  data: Json;
  meta: FurtherMeta;
}

/** Lines and stored records are valid until the next query of the engine. */
export type Result = PageResult | RecordResult | PlainResult;

/** The items of a page as rows of the engine. */
export const engineRows = ({items}: PageResult): readonly Row[] => ('bytes' in items ? rowsOf(items) : items);

const parsed = (record: Buffer | Row): Row =>
  Buffer.isBuffer(record) ? (JSON.parse(record.toString()) as Row) : record;

/** A record with the halves of bilingual values that `lang` picks: as it is stored where it picks both. */
export const localizedRecord = ({columns, lang}: Call, record: Buffer | Row): Buffer | Row =>
  lang === 'both' ? record : localizeRow(parsed(record), columns, lang);

/** A record as an object. */
export const recordRow = ({record, more}: RecordResult): Row => ({...parsed(record), ...more});

/** The `data` of the JSON answer, whatever the format of the call. */
export function dataOf(call: Call, result: Result): Json {
  if ('items' in result) return mapItems(call, engineRows(result));
  return 'record' in result ? recordRow(result) : result.data;
}
