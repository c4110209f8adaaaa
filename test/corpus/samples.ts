/** The samples of a source, which stand beside its declaration: rows as published, and the values they become. */
import {globSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Json, Source} from '../../datasets/types.ts';

const DATASETS = fileURLToPath(new URL('../../datasets/', import.meta.url));

export interface Sample {
  /** Name of the layout that reads the row. */
  layout: string;
  /** Cells by column. */
  in: Record<string, string>;
  /** Fields of the record; others are not compared. */
  out: Record<string, Json>;
}

/** `<dataset>/cities/<municipality>.sample.jsonl` or `<dataset>/sources/<slug>.sample.jsonl`. */
function slugOf(path: string): string {
  const name = basename(path, '.sample.jsonl');
  const folder = dirname(path);
  return basename(folder) === 'cities' ? `${name}_${dirname(folder)}` : name;
}

const FILES = new Map(globSync('*/*/*.sample.jsonl', {cwd: DATASETS}).map((path) => [slugOf(path), path]));

/** Slugs of all sources that have samples. */
export const SAMPLED: readonly string[] = [...FILES.keys()];

/** The samples of a source; none where it has no file of them. */
export function samplesOf({slug}: Pick<Source, 'slug'>): readonly Sample[] {
  const path = FILES.get(slug);
  if (!path) return [];
  const lines = readFileSync(join(DATASETS, path), 'utf8').trimEnd().split('\n');
  return lines.map((line): Sample => JSON.parse(line));
}
