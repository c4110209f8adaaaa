/** `make draft` without its process: an address in, files of a city out, the exit code back. */
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isPrivateUrl} from '../builds/private_addresses.ts';
import {numeric, settings} from '../datasets/settings.ts';
import {draft} from './draft/run.ts';
import {createHttpClient} from './fetch/http.ts';
import {openStore} from './fetch/store.ts';
import {problemOf} from './probe/address.ts';
import {boundedClient} from './probe/bounded.ts';
import type {Event} from './runtime/events.ts';
import {timestamp} from './runtime/timestamp.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const FORMS =
  'give the address of a dataset of Socrata, CKAN or Opendatasoft, of a layer of ArcGIS, or of a CSV, JSON, GeoJSON or XLSX file';

/** Hosts that portals of several cities share: their names are no cities. */
const SHARED =
  /(^|\.)(arcgis|opendatasoft|socrata|amazonaws|github\w*|esri\w*)\.com$|^[\d.:[\]]+$|^localhost$/;

/** What is to be drafted. Throws with the remedy where it is not said or cannot be. */
async function asked(env: Record<string, string | undefined>, isInside: (url: URL) => Promise<boolean>) {
  const {
    URL: address = '',
    DATASET = '',
    SLUG = '',
    OUT = '',
  } = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.trim()]));
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`URL is "${address}": ${FORMS}`);
  if (await isInside(url))
    throw new Error(`${address} lies in a private network, where no ingest may look; ${FORMS}`);
  const dataset = DATASET || 'permits';
  if (dataset !== 'permits' && dataset !== 'zoning')
    throw new Error(`DATASET is "${dataset}": it must be permits or zoning`);
  const slug = SLUG || (SHARED.test(url.hostname) ? '' : (url.hostname.split('.').at(-2) ?? ''));
  if (!/^[a-z][a-z_]*$/.test(slug))
    throw new Error(`the city is not known from ${url.hostname}: set SLUG to its name, in a-z and _`);
  const folder = OUT || join(ROOT, 'datasets', dataset, 'cities');
  const [city, samples] = [join(folder, `${slug}.ts`), join(folder, `${slug}.sample.jsonl`)];
  const there = [city, samples].find((path) => existsSync(path));
  if (there) throw new Error(`${there} is there already: remove it, or set OUT to another folder`);
  return {address, dataset, slug, folder, city, samples};
}

/** Exit code 0: both files are written; 1: nothing is, and standard error says why. */
export async function draftCommand(
  env: Record<string, string | undefined>,
  stdout: {write(text: string): unknown},
  stderr: {write(text: string): unknown},
  isInside: (url: URL) => Promise<boolean> = isPrivateUrl,
): Promise<0 | 1> {
  const dataDir = await mkdtemp(join(tmpdir(), 'draft-'));
  const all = {...settings(env), FETCH_RETRIES: env['FETCH_RETRIES']?.trim() || '1'};
  const http = createHttpClient(all);
  const emit = (event: Event) => {
    if (event.kind === 'warning') stderr.write(`draft: ${event.text}\n`);
  };
  try {
    const {address, dataset, slug, folder, city, samples} = await asked(env, isInside);
    const made = await draft(address, dataset, slug, {
      ...{dataDir, emit, http: boundedClient(http, numeric(all, 'PROBE_MS'))},
      store: openStore(dataDir, {slug}),
      signal: AbortSignal.timeout(numeric(all, 'FETCH_SOURCE_MS')),
      startedAt: timestamp(new Date()),
    });
    await mkdir(folder, {recursive: true});
    await writeFile(city, made.city, {flag: 'wx'});
    await writeFile(samples, made.samples, {flag: 'wx'});
    const decisions = made.city.split('TODO(draft)').length - 1;
    const lines = [
      `${relative('.', city)}: ${decisions} decisions are left, marked TODO(draft)`,
      `${relative('.', samples)}: rows as published: put invented values in their places`,
      made.said,
      ...(made.municipality ? ['add to datasets/municipalities.ts:', made.municipality] : []),
    ];
    stdout.write(`${lines.join('\n').trimEnd()}\n`);
    return 0;
  } catch (error) {
    stderr.write(`draft: ${problemOf(error)}\n`);
    return 1;
  } finally {
    await http.close();
    await rm(dataDir, {recursive: true, force: true});
  }
}
