/** Extracts the text of every bill to analyse: its titles and the publisher's own summaries. */
import {join} from 'node:path';
import {literal} from '../../datasets/rules/sql.ts';
import type {Build} from '../publish/current_build.ts';
import {type DatabaseOptions, withDatabase} from '../runtime/database.ts';

export interface BillText {
  bill_id: string;
  text: string;
}

/** Longest text that is sent: summaries are far shorter, and requests cost money. */
const LONGEST = 20_000;

/**
 * Selects English summaries, or French ones where there are no English ones; newest bills first. `from`: the
 * bills' Parquet.
 */
const textsSql = (from: string): string => `
  WITH stored AS (
    SELECT bill_id, session_id, number, name_en, short_title_en, introduced,
      list_filter(summaries, one -> one.kind = 'official') AS official FROM ${from}
  ), chosen AS (
    SELECT *, coalesce(
      nullif(list_transform(list_filter(official, one -> one.language = 'en'), one -> one.text), []),
      list_transform(official, one -> one.text)) AS texts FROM stored
  )
  SELECT bill_id, concat_ws(chr(10),
      'Bill ' || number || ' of session ' || session_id,
      'Title: ' || name_en,
      'Short title: ' || short_title_en,
      'Summary:' || chr(10) || array_to_string(texts, chr(10) || chr(10))) AS text, len(texts) > 0 AS has_summary
  FROM chosen ORDER BY introduced DESC NULLS LAST, bill_id`;

/**
 * Returns the texts of bills with a summary, newest first, and the number of bills without one: a title alone
 * supports no analysis.
 */
export async function billTexts(
  options: DatabaseOptions,
  {folder, manifest}: Pick<Build, 'folder' | 'manifest'>,
): Promise<{texts: BillText[]; without: number}> {
  const files = manifest.datasets['bills']?.files ?? [];
  if (!files.length) return {texts: [], without: 0};
  const bills = `read_parquet([${files.map(({path}) => literal(join(folder, path))).join(', ')}])`;
  const rows = await withDatabase(options, 'analyse', async (db) => {
    return (await db.runAndReadAll(textsSql(bills))).getRowObjectsJson();
  });
  const texts = rows.flatMap(({bill_id, text, has_summary}) =>
    has_summary === true ? [{bill_id: String(bill_id), text: shortened(String(text))}] : [],
  );
  return {texts, without: rows.length - texts.length};
}

const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()} [...]` : text;
