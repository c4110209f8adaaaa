/** What a record is called in a feed, and what its entry says: from the declared columns and labels. */

import {DERIVED, datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Column, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {IN_FRENCH} from '../../labels/display.ts';
import {displayOf} from '../../labels/display_of.ts';
import {fieldLabel, type Label, valueLabel} from '../../labels/index.ts';
import type {Call} from '../request/call.ts';
import {shownColumns} from '../routes/answers.ts';
import {localizeRow} from './language.ts';

interface FeedEntry {
  title: string;
  summary: string;
  /** RFC 3339: when the record was last changed. */
  updated: string;
  /** RFC 3339: the date that the list is sorted by; null where the record has none. */
  published: string | null;
}

const FLAGS: Readonly<Record<string, Label>> = {
  true: {en: 'yes', fr: 'oui'},
  false: {en: 'no', fr: 'non'},
};

const isMissing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * True if the entries of a feed are read with the fields of single records. Profiles would add nothing that
 * is shown.
 */
export const hasDetails = (dataset: string): boolean => DERIVED[dataset] === undefined;

/** A stored date or time, both UTC, as RFC 3339; null for anything else. */
function instantOf(value: Json | undefined): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?/.exec(String(value ?? '')) ?? [];
  return day === undefined ? null : `${day}T${time ?? '00:00:00'}Z`;
}

/** A value as text: codes by their names, lists joined, amounts with their unit. */
function textOf(field: string, column: Column, value: Json, language: keyof Label): string {
  if (typeof value === 'boolean') return FLAGS[String(value)]![language];
  if (Array.isArray(value)) return value.map((one) => textOf(field, column, one, language)).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = valueLabel(field, String(value))?.[language] ?? String(value);
  return column.unit === undefined ? text : `${text} ${column.unit}`;
}

/** The French form of a field where the record has one and the feed is French. */
function localValue(row: Row, field: string, language: keyof Label): Json {
  const french = language === 'fr' ? row[IN_FRENCH[field] ?? ''] : undefined;
  return isMissing(french) ? (row[field] ?? null) : french!;
}

/**
 * The entry of a row as the engine gives it; `asOf` is the time of the data, for records without any date.
 */
export function feedEntry(call: Call, dataset: string, row: Row, asOf: string): FeedEntry {
  const declaration = datasetOrEntity(dataset);
  const columns = shownColumns(declaration, hasDetails(dataset) ? 'detail' : 'list');
  const cut = localizeRow(row, columns, call.lang);
  const language = call.lang === 'fr' ? 'fr' : 'en';
  const display = displayOf(dataset);
  const named = display.title.find((field) => !isMissing(localValue(cut, field, language)));
  const number = display.number ? (cut[display.number] ?? null) : null;
  const id = number ?? row[idColumn(declaration)] ?? null;
  const name = String(named ? localValue(cut, named, language) : id);
  const shown = call.fields ?? display.columns.filter((field) => field !== named);
  const facts = shown.flatMap((field) => {
    const [column, value] = [columns[field], localValue(cut, field, language)];
    if (!column || isMissing(value)) return [];
    return [`${fieldLabel(dataset, field)[language]}: ${textOf(field, column, value, language)}`];
  });
  const sorted = row[declaration.sort.keys[String(call.values['sort_by'])] ?? ''];
  const published = instantOf(sorted ?? row[display.date ?? '']);
  return {
    title: named === undefined || isMissing(number) ? name : `${number} · ${name}`,
    summary: facts.join('\n'),
    updated: instantOf(row['last_updated']) ?? published ?? instantOf(asOf)!,
    published,
  };
}
