/** Generates the whole corpus: a folder for every source, the oracle beside them, published by one rename. */
import {access, mkdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {SOURCES} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import {canadabuys_awards} from './canadabuys/awards.ts';
import {canadabuys_contracts} from './canadabuys/contracts.ts';
import {canadabuys_tenders} from './canadabuys/tenders.ts';
import {iso, REFERENCE_DAY} from './dates.ts';
import {planOf} from './declared/maker.ts';
import {quirksOf} from './declared/quirks.ts';
import {declared} from './declared/rows.ts';
import {lobbying_communications} from './lobbying/communications.ts';
import {lobbying_registrations} from './lobbying/registrations.ts';
import type {Expected} from './oracle.ts';
import {bill_analysis} from './parliament/analyses.ts';
import {commons_committees} from './parliament/commons_committees.ts';
import {legisinfo_bills} from './parliament/legisinfo.ts';
import {commons_members} from './parliament/members.ts';
import {parlinfo} from './parliament/parlinfo.ts';
import {commons_votes} from './parliament/votes.ts';
import {DEFAULT_RECORDS, PLANS, type Plan} from './plan.ts';
import type {Quirk} from './quirk.ts';
import {QUIRKS, type Slug} from './quirks.ts';
import {proactive_contracts} from './registry/contracts.ts';
import {proactive_grants} from './registry/grants.ts';
import type {Generate, Task} from './task.ts';
import {NOTICE} from './vocabulary/texts.ts';
import {zoning, zoningQuirks} from './zoning/zones.ts';

/** Raised with every change to what is written: a corpus of another version is made again. */
const CORPUS_VERSION = 20;

/** Sources whose versions, links or documents need a generator of their own. */
const OWN: Record<string, Generate> = {
  proactive_contracts,
  canadabuys_contracts,
  canadabuys_awards,
  canadabuys_tenders,
  proactive_grants,
  lobbying_registrations,
  lobbying_communications,
  legisinfo_bills,
  commons_votes,
  commons_members,
  parlinfo,
  commons_committees,
  bill_analysis,
};

/** Records of a source that is generated from its declaration. */
function recordsOf(source: Source): (plan: Plan) => number {
  const {slug, dataset} = source;
  const city = slug.replace(`_${dataset}`, '');
  if (dataset === 'permits' || dataset === 'zoning') return (plan) => plan[dataset][city] ?? DEFAULT_RECORDS;
  return (plan) => plan.declared[slug] ?? DEFAULT_RECORDS;
}

const GENERATORS: Record<string, Generate> = {
  ...OWN,
  ...Object.fromEntries(
    Object.values(SOURCES)
      .filter(({slug}) => !(slug in OWN))
      .map((source) => {
        const generator = source.dataset === 'zoning' ? zoning : declared;
        return [source.slug, generator(source, recordsOf(source))];
      }),
  ),
};

/** The quirks of every source, by slug. */
export function quirkTables(): Record<string, Readonly<Record<string, Quirk>>> {
  const tables = Object.keys(GENERATORS).map((slug) => {
    const source = SOURCES[slug];
    if (slug in QUIRKS || !source) return [slug, QUIRKS[slug as Slug]] as const;
    return [
      slug,
      source.dataset === 'zoning' ? zoningQuirks(source) : quirksOf(planOf(source).quirks),
    ] as const;
  });
  return Object.fromEntries(tables);
}

/** Datasets of which about one record in twenty-five carries a solicitation number. */
const PROCUREMENT = new Set(['contracts', 'awards', 'tenders']);

export interface Corpus {
  synthetic: true;
  version: number;
  seed: string;
  scale: string;
  as_of: string;
  sources: Record<string, Expected>;
  /** Records by dataset, and the share of those of procurement that carry a solicitation number. */
  datasets: Record<string, number>;
  solicitation_share: number;
}

interface Order {
  scale: string;
  seed: string;
  /** Folder that becomes the mirror; replaced as a whole. */
  out: string;
  /** Only these sources; absent or empty: all. */
  only?: readonly string[];
  tell: Task['tell'];
}

/** The oracle of the corpus at `out`; made now unless a complete one of the same stamp lies there. */
export async function generate({
  scale,
  seed,
  out: place,
  only = [],
  tell,
}: Order): Promise<{corpus: Corpus; made: boolean}> {
  const plan = PLANS[scale];
  if (!plan) throw new Error(`SCALE is "${scale}": use one of ${Object.keys(PLANS).join(', ')}`);
  const out = resolve(place);
  const unknown = only.filter((slug) => !(slug in GENERATORS));
  if (unknown.length) throw new Error(`SOURCES names what has no generator: ${unknown.join(', ')}`);
  const stamp = {version: CORPUS_VERSION, seed, scale, ...(only.length ? {only: only.toSorted()} : {})};
  const found = await existing(out, stamp);
  if (found) return {corpus: found, made: false};

  const part = `${out}.part`;
  await rm(part, {recursive: true, force: true});
  await mkdir(part, {recursive: true});
  const sources: Record<string, Expected> = {};
  for (const [slug, run] of Object.entries(GENERATORS)) {
    if (only.length && !only.includes(slug)) continue;
    sources[slug] = await run({folder: join(part, slug), seed, plan, tell});
  }
  const corpus = summary(stamp, sources);
  await writeFile(join(part, 'mirror.json'), json({synthetic: true, notice: NOTICE.en, avis: NOTICE.fr}));
  await writeFile(join(part, 'SYNTHETIC.txt'), `${NOTICE.en}\n${NOTICE.fr}\n`);
  await writeFile(join(part, 'expected.json'), json(corpus));
  await writeFile(join(part, 'stamp.json'), json({...stamp, files: await sizes(part, sources)}));
  await publish(part, out);
  return {corpus, made: true};
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

type Stamp = Pick<Corpus, 'version' | 'seed' | 'scale'> & {only?: readonly string[]};

function summary(stamp: Stamp, sources: Record<string, Expected>): Corpus {
  const datasets: Record<string, number> = {};
  let records = 0;
  let linked = 0;
  for (const {dataset, kept, with_solicitation_number} of Object.values(sources)) {
    datasets[dataset] = (datasets[dataset] ?? 0) + kept;
    if (!PROCUREMENT.has(dataset)) continue;
    records += kept;
    linked += with_solicitation_number;
  }
  return {
    synthetic: true,
    version: stamp.version,
    seed: stamp.seed,
    scale: stamp.scale,
    as_of: iso(REFERENCE_DAY),
    datasets,
    solicitation_share: records ? Math.round((10_000 * linked) / records) / 10_000 : 0,
    sources,
  };
}

/** Bytes by path below the corpus. */
async function sizes(folder: string, sources: Record<string, Expected>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [slug, {files, left_out}] of Object.entries(sources)) {
    const read = new Set(Object.keys(files).map((name) => name.split('!')[0] ?? name));
    for (const name of [...read, ...left_out]) {
      const path = `${slug}/${name}`;
      found[path] = (await stat(join(folder, path)).catch(() => null))?.size ?? -1;
    }
  }
  return found;
}

/** The corpus at `out`, when its stamp is the one asked for and every file has the size noted there. */
async function existing(out: string, stamp: Stamp): Promise<Corpus | null> {
  const [written, expected] = await Promise.all(
    ['stamp.json', 'expected.json'].map((name) => readFile(join(out, name), 'utf-8').catch(() => null)),
  );
  if (!written || !expected) return null;
  const corpus: Corpus = JSON.parse(expected);
  const now = {...stamp, files: await sizes(out, corpus.sources)};
  return written === json(now) ? corpus : null;
}

async function publish(part: string, out: string): Promise<void> {
  await mkdir(dirname(out), {recursive: true});
  const old = `${out}.old`;
  await rm(old, {recursive: true, force: true});
  const present = await access(out).then(
    () => true,
    () => false,
  );
  if (present) {
    // a folder that this generator did not write is never thrown away
    await access(join(out, 'stamp.json')).catch(() => {
      throw new Error(`${out} holds something else than a generated corpus: name another folder in OUT`);
    });
    await rename(out, old);
  }
  await rename(part, out);
  await rm(old, {recursive: true, force: true});
}
