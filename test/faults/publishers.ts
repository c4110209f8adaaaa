/** Faults of publishers: each case gives one file of a source one fault, and ingests it over a good build. */
import {cp, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import {LEAST_JUDGED} from '../../datasets/limits.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {generate} from '../corpus/generate.ts';
import {hash32, random} from '../corpus/prng.ts';
import {ingest} from '../helpers/ingest.ts';
import {manifestOf} from '../helpers/mirror.ts';
import {tableOf, textOf} from '../helpers/text_table.ts';
import type {Kind} from './kind.ts';
import {PUBLISHER_FAULTS, type PublisherFault} from './publisher_faults.ts';

/** The longest ingest of one file, and the most memory that it adds to the process that runs them all. */
const [LONGEST_MS, MOST_BYTES] = [60_000, 2 ** 30];

const FAULTS = Object.keys(PUBLISHER_FAULTS);

const isTable = (name: string): boolean => /\.(csv|jsonl)$/.test(name);

/** So many cases look through the files in one order: most of them need one good build. */
const SHARING = 4;

/** The bytes with the fault; null where it does not apply to the file. */
function damaged(name: string, bytes: Buffer, fault: string, seed: number): Buffer | null {
  const {table: change, bytes: recode, csvOnly} = PUBLISHER_FAULTS[fault]!;
  if (csvOnly && !name.endsWith('.csv')) return null;
  const numbers = random('publishers', name, fault, seed);
  if (recode) return recode(bytes, numbers);
  const table = tableOf(name, bytes.toString('utf8'));
  const changed = table && change?.(table, numbers);
  return changed ? Buffer.from(textOf(name, changed)) : null;
}

interface Place {
  corpus: string;
  folder: string;
  /** Sources with a good build of their own. */
  good: Map<string, Promise<string>>;
}

/** The mirror of all cases, with the good files of one source. */
async function mirrorOf(folder: string, corpus: string, slug: string): Promise<string> {
  const mirror = join(folder, 'mirror');
  await rm(mirror, {recursive: true, force: true});
  await cp(join(corpus, slug), join(mirror, slug), {recursive: true});
  return mirror;
}

const settingsOf = (dataDir: string, mirror: string, slug: string) => ({
  DATA_DIR: dataDir,
  MIRROR: mirror,
  SOURCES: slug,
  ACCEPT_LICENCE: slug,
});

/** The data folder of a good ingest of one source. */
function goodOf({corpus, folder, good}: Place, slug: string): Promise<string> {
  const known = good.get(slug);
  if (known) return known;
  const made = (async () => {
    const dataDir = join(folder, 'good', slug);
    const {code, stderr} = await ingest(settingsOf(dataDir, await mirrorOf(folder, corpus, slug), slug));
    if (code !== 0) throw new Error(`the good files of ${slug} are not ingested: ${stderr}`);
    return dataDir;
  })();
  good.set(slug, made);
  return made;
}

/** Records of one build that the other has not, compared by some of their columns. */
async function without(one: string, other: string, columns: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  try {
    const db = await instance.connect();
    const rows = (path: string) => `SELECT ${columns} FROM read_parquet(${literal(path)})`;
    const reader = await db.runAndReadAll(`SELECT count(*) FROM (${rows(one)} EXCEPT ALL ${rows(other)})`);
    db.closeSync();
    return Number(reader.getRows()[0]?.[0]);
  } finally {
    instance.closeSync();
  }
}

/** The most memory, in bytes, that a run adds to this process, looked at ten times a second. */
async function withMemory<T>(run: () => Promise<T>): Promise<{result: T; bytes: number}> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  try {
    return {result: await run(), bytes: most - before};
  } finally {
    clearInterval(look);
  }
}

/** Ingests a damaged file over the good build. Throws where wrong values are published without a word. */
async function judge(
  place: Place,
  slug: string,
  name: string,
  bytes: Buffer,
  {adds, reorders}: PublisherFault,
): Promise<string> {
  const good = await goodOf(place, slug);
  const mirror = await mirrorOf(place.folder, place.corpus, slug);
  const dataDir = join(place.folder, 'data');
  await rm(dataDir, {recursive: true, force: true});
  await cp(good, dataDir, {recursive: true, verbatimSymlinks: true});
  await writeFile(join(mirror, slug, name), bytes);
  const {result, bytes: memory} = await withMemory(() => ingest(settingsOf(dataDir, mirror, slug)));
  const {code, stdout, stderr, ms} = result;
  if (ms > LONGEST_MS) throw new Error(`it took ${Math.round(ms / 1000)} s`);
  if (memory > MOST_BYTES) throw new Error(`it took ${Math.round(memory / 2 ** 20)} MB`);
  if (code !== 0) {
    const unclear =
      /\b(?:Parser|Binder|Catalog|INTERNAL|Conversion) Error\b|is not defined|of undefined|of null/;
    if (unclear.test(stderr)) throw new Error(`it is refused by an error of the program: ${stderr}`);
    return 'refused';
  }
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as {kind: string; source: string});
  if (events.some(({kind, source}) => kind === 'warning' && source === slug)) return 'a warning';
  const part = (folder: string) =>
    join(dataPaths(folder).current, inBuild.part(SOURCES[slug]!.dataset, slug));
  const compared = reorders ? ident(DATASETS[SOURCES[slug]!.dataset]!.id.column) : '*';
  const [wrong, lost] = [
    await without(part(dataDir), part(good), compared),
    await without(part(good), part(dataDir), compared),
  ];
  const rejected = async (folder: string) => (await manifestOf(folder)).sources[0]?.rejected ?? 0;
  const refused = (await rejected(dataDir)) - (await rejected(good));
  // Whether a cell or two are wrong or corrected nobody can tell; a row that is no record never is one.
  const few = adds ? 1 : LEAST_JUDGED;
  const gone = lost - wrong - Math.max(0, refused);
  if (wrong >= few || gone >= LEAST_JUDGED)
    throw new Error(`${wrong} wrong records are published and ${lost} are gone, without a word`);
  return lost ? 'rows rejected' : 'same records';
}

export const publishers: Kind = {
  name: 'publishers',
  promise:
    'Wrong values in five or more records of a file of a publisher, or rows that are no records, are never published without an ERROR or WARN that names the source: the part is refused, warned of, or has the records of before. No file takes over a minute or 1 GB.',
  how: `One of ${FAULTS.length} faults is applied at random to a file of any source, which is ingested over a good build.`,
  full: 2000,
  sample: 12,
  unmet: async () => null,
  async open({folder, seed, count, only}) {
    const corpus = join(folder, 'corpus');
    await generate({scale: 'small', seed: String(seed), out: corpus, tell: () => undefined});
    const files: [string, string][] = [];
    for (const slug of Object.keys(SOURCES)) {
      const names = await readdir(join(corpus, slug)).catch(() => []);
      files.push(
        ...names
          .filter(isTable)
          .sort()
          .map((name): [string, string] => [slug, name]),
      );
    }
    await mkdir(join(folder, 'good'), {recursive: true});
    const place: Place = {corpus, folder, good: new Map()};
    // Each case has a fault of its own turn, and the first file in its order to which the fault applies.
    const orders = Math.ceil(count / SHARING);
    const names = Array.from(
      {length: count},
      (_, at) => `${at}:${FAULTS[at % FAULTS.length]!.replaceAll(' ', '_')}`,
    );
    return {
      names: only === null ? names : [only],
      async run(one) {
        const [at = '', fault = ''] = one.split(':');
        const kind = fault.replaceAll('_', ' ');
        const order = Number(at) % orders;
        const ordered = files.map((file) => ({file, key: hash32(`${seed} ${order} ${file.join('/')}`)}));
        for (const {file} of ordered.sort((a, b) => a.key - b.key)) {
          const [slug, name] = file;
          const bytes = await readFile(join(corpus, slug, name));
          const bad = damaged(name, bytes, kind, Number(at));
          if (bad === null || bad.equals(bytes)) continue;
          return judge(place, slug, name, bad, PUBLISHER_FAULTS[kind]!).catch((cause: Error) => {
            throw new Error(`${slug}/${name}: ${cause.message}`, {cause});
          });
        }
        throw new Error(`the fault ${fault} applies to no file of the corpus`);
      },
      close: async () => undefined,
    };
  },
  mutants: [
    {
      what: 'the gate',
      file: 'pipeline/steps/pass_gate.ts',
      find: 'await changes(options, waiting)',
      replace: '[]',
      count: 100,
    },
  ],
};
