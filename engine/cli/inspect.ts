/** Command: prints the sections of a dataset's index files, or the sizes of all by dataset and by source. */
import {join} from 'node:path';
import {dataPaths, type IndexEntry} from '../../builds/artefacts.ts';
import {command} from '../../builds/command.ts';
import {settings} from '../../datasets/settings.ts';
import {type Build, readBuild} from '../file/build_files.ts';
import {readFooter} from '../file/index_file.ts';
import type {TableMetadata} from '../file/section_names.ts';
import {ELEMENTS, type Section} from '../file/sections.ts';
import {type Sizes, sourceSizes} from '../file/source_sizes.ts';

// A reader that has seen enough, as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const size = (bytes: number): string => bytes.toLocaleString('en-CA').padStart(15);

/** One line a dataset: rows, and bytes of its files. */
function printAll({dir, manifest}: Build): void {
  say(
    `${'dataset'.padEnd(26)}${['rows', 'index', 'values', 'items', 'details', 'found'].map((name) => name.padStart(15)).join('')}`,
  );
  const sums = [0, 0, 0, 0, 0, 0];
  for (const [name, {index, values, items, details, found: search}] of Object.entries(manifest.index)) {
    const {facts} = readFooter<TableMetadata>(join(dir, index.path));
    const files = [index, values, items, details, search].map((file) => file?.bytes ?? 0);
    const numbers = [facts.rows, ...files];
    for (const [i, number] of numbers.entries()) sums[i]! += number;
    say(name.padEnd(26) + numbers.map(size).join(''));
  }
  say(`${'in all'.padEnd(26)}${sums.map(size).join('')}`);
}

/**
 * One line a source: records, bytes of its publisher's files, of Parquet and of the index, and of index by
 * published byte.
 */
function printSources({manifest}: Build): void {
  const heads = ['records', 'published', 'parquet', 'index'].map((name) => name.padStart(15)).join('');
  say(`\n${'source'.padEnd(26)}${heads}    index / published`);
  const all = sourceSizes(manifest);
  const sums: Sizes = {name: 'in all', records: 0, published: 0, parquet: 0, index: 0};
  for (const one of all) {
    for (const key of ['records', 'published', 'parquet', 'index'] as const) sums[key] += one[key];
  }
  for (const {name, records, published, parquet, index} of [...all, sums]) {
    const ratio = published > 0 ? (index / published).toFixed(2).padStart(21) : '';
    say(`${name.padEnd(26)}${[records, published, parquet, Math.round(index)].map(size).join('')}${ratio}`);
  }
}

/** Head and sections of one index file. */
function printOne(dir: string, {index, values, items, details, found: search}: IndexEntry): void {
  const path = join(dir, index.path);
  const {dataset, facts, sections, size: bytes} = readFooter<TableMetadata>(path);
  say(`${path}: ${dataset}, ${bytes.toLocaleString('en-CA')} bytes, sha256 ${index.sha256}`);
  say(JSON.stringify(facts));
  for (const [label, file] of Object.entries({values, items, details})) {
    if (file) say(`${join(dir, file.path)}: ${label}, ${file.bytes.toLocaleString('en-CA')} bytes`);
  }
  printSections(sections);
  if (!search) return;
  say(`\n${join(dir, search.path)}: found, ${search.bytes.toLocaleString('en-CA')} bytes`);
  printSections(readFooter(join(dir, search.path)).sections);
}

function printSections(sections: readonly Section[]): void {
  say(`\n${'section'.padEnd(44)} type ${'elements'.padStart(15)}${'bytes'.padStart(15)}${'at'.padStart(15)}`);
  for (const {name, type, length, offset} of sections) {
    const held = length * ELEMENTS[type].BYTES_PER_ELEMENT;
    say(`${name.padEnd(44)} ${type.padEnd(4)} ${size(length)}${size(held)}${size(offset)}`);
  }
}

await command('inspect', async () => {
  const name = process.env['DATASET']?.trim() ?? '';
  const build = await readBuild(process.argv[2] ?? dataPaths(settings(process.env).DATA_DIR).current);
  const entry = build.manifest.index[name];
  if (name !== '' && !entry) {
    const known = Object.keys(build.manifest.index).join(', ');
    throw new Error(`no index of ${name} in ${build.dir}: DATASET is one of ${known}`);
  }
  if (entry) printOne(build.dir, entry);
  else {
    printAll(build);
    printSources(build);
  }
});
