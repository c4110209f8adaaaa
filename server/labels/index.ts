/** Labels of fields, parameters, values and datasets, looked up by name. */
import {lookup} from '../../datasets/lookup.ts';
import {fold} from '../../datasets/rules/text.ts';
import {DATASET_LABELS, type DatasetLabels} from './datasets.ts';
import {FRENCH, JOINED} from './french.ts';
import type {Label, Labels} from './label.ts';
import {MUNICIPAL} from './municipal.ts';
import {ORGANIZATIONS} from './organizations.ts';
import {PARAMETERS} from './parameters.ts';
import {PARLIAMENT} from './parliament.ts';
import {READER_HELP} from './reader_help.ts';
import {SPENDING} from './spending.ts';
import {VALUES} from './values.ts';

export type {DatasetLabels} from './datasets.ts';
export type {Label} from './label.ts';

const FIELDS: Labels = lookup({...ORGANIZATIONS, ...SPENDING, ...PARLIAMENT, ...MUNICIPAL});
const FILTERS: Labels = lookup(PARAMETERS);
const HELP: Labels = lookup(READER_HELP);
const OF_VALUES = lookup(
  Object.fromEntries(Object.entries(VALUES).map(([field, labels]) => [field, lookup(labels)])),
);

const OF_WORDS = lookup(
  Object.fromEntries(Object.entries(FRENCH).map(([field, words]) => [field, lookup(words)])),
);

/**
 * Label of a field of a dataset, or of the rows of a column; null without one, which a test of the labels
 * forbids.
 */
export const fieldLabelOrNull = (owner: string, name: string): Label | null =>
  FIELDS[`${owner}.${name}`] ?? FIELDS[name] ?? null;

/** The same; a field without a label is shown under its name. */
export const fieldLabel = (owner: string, name: string): Label =>
  fieldLabelOrNull(owner, name) ?? {en: name, fr: name};

/** What pages explain of a field of a dataset or column; null where its label says enough. */
export const readerHelp = (owner: string, field: string): Label | null =>
  HELP[`${owner}.${field}`] ?? HELP[field] ?? null;

/**
 * Label of a filter of a list; null without one. A filter by key has that of the filter by parts of the name.
 */
export const parameterLabelOrNull = (dataset: string, name: string): Label | null =>
  FILTERS[`${dataset}.${name}`] ??
  FILTERS[name] ??
  (name.endsWith('_key') ? parameterLabelOrNull(dataset, name.slice(0, -'_key'.length)) : null);

/** The same; a filter without a label is shown under its name. */
export const parameterLabel = (dataset: string, name: string): Label =>
  parameterLabelOrNull(dataset, name) ?? {en: name, fr: name};

/** Label of a value of a field; null where the value itself is what people read. */
export const valueLabel = (field: string, value: string): Label | null => OF_VALUES[field]?.[value] ?? null;

/** The values of a field that have labels, in the order of their table. */
export const labelledValues = (field: string): string[] => Object.keys(OF_VALUES[field] ?? {});

/** The French word for a value that is published in English alone; the value itself where there is none. */
export function frenchValue(field: string, value: string): string {
  const words = OF_WORDS[field];
  if (!words) return value;
  const between = JOINED[field];
  const parts = words[value] === undefined && between !== undefined ? value.split(between) : [value];
  return parts.map((part) => words[part] ?? part).join(between);
}

/** Shorter parts are in very many words. */
const SHORTEST_PART = 3;

/** A text as words are compared: folded, with the straight apostrophe of keyboards. */
const plain = (text: string): string => fold(text).replaceAll('\u2019', "'");

const PLAIN_WORDS = lookup(
  Object.fromEntries(
    Object.entries(FRENCH).map(([field, words]) => [
      field,
      Object.entries(words).map(([value, french]) => ({value, own: plain(value), french: plain(french)})),
    ]),
  ),
);

/**
 * Published values of a field whose French words contain a text, without those that contain it themselves.
 * Case and accents do not count; less than three letters find nothing.
 */
export function publishedFor(field: string, text: string): string[] {
  const part = plain(text);
  if (part.length < SHORTEST_PART) return [];
  const found = PLAIN_WORDS[field]?.filter(({own, french}) => french.includes(part) && !own.includes(part));
  return (found ?? []).map(({value}) => value);
}

/** Names of a dataset or entity; null for one without. */
export const datasetLabelsOrNull = (name: string): DatasetLabels | null => DATASET_LABELS[name] ?? null;

/** The same; throws for one without. */
export function datasetLabels(name: string): DatasetLabels {
  const found = datasetLabelsOrNull(name);
  if (!found) throw new Error(`${name} has no labels: add a row to server/labels/datasets.ts`);
  return found;
}
