/**
 * A night in which all portals answer, many of them with faults: the right parts are published, and one
 * screen says what to do.
 */
import {isUtf8} from 'node:buffer';
import {cp} from 'node:fs/promises';
import {join} from 'node:path';
import displayWidth from 'string-width';
import {expect, onTestFinished, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {SOURCES} from '../../datasets/index.ts';
import {settings} from '../../datasets/settings.ts';
import {ingestCommand} from '../../pipeline/command.ts';
import {createHttpClient} from '../../pipeline/fetch/http.ts';
import {folder} from '../helpers/fetching.ts';
import {noIndex} from '../helpers/ingest.ts';
import {manifestOf} from '../helpers/mirror.ts';
import {smallCorpus} from '../helpers/mutate_base.ts';
import {portalSources, type Served} from '../helpers/portal_sources.ts';
import {tableOf, textOf} from '../helpers/text_table.ts';
import type {ArcgisLayer} from '../portals/arcgis.ts';
import type {CkanTable} from '../portals/ckan.ts';
import type {SocrataTable} from '../portals/socrata.ts';
import type {Fault, File as StoredFile} from '../portals/storage.ts';

/** The screen of the engineer who looks in the morning. */
const [COLUMNS, ROWS] = [120, 50];

const again = (fault: Fault): Fault[] => Array.from({length: 100}, () => fault);
const fileOf = (served: Served | undefined): StoredFile => {
  if (served?.kind !== 'file') throw new Error('a file was expected');
  return served.file;
};
const rowsOf = <Table extends SocrataTable | CkanTable | ArcgisLayer>(served: Served | undefined): Table => {
  if (served?.kind !== 'rows') throw new Error('a table was expected');
  return served.table as Table;
};
type OfSource = ReadonlyMap<string, Served>;
const only = (files: OfSource): Served | undefined => [...files.values()].at(-1);
const changed = (file: StoredFile, change: (text: string) => string): void => {
  file.body = Buffer.from(change(file.body.toString('utf8')));
};
const half = (text: string): string => text.slice(0, text.indexOf('\n', text.length / 2) + 1);
/** Every row of a table with a column under another name. */
const renamed = (rows: readonly string[], from: string, to: string): string[] =>
  rows.map((row) => row.replaceAll(`"${from}":`, `"${to}":`));

/**
 * What a portal does this night; `kept`: the words of the failure, whose source keeps the part of the night
 * before.
 */
const NIGHT: Record<string, {does: (files: OfSource) => unknown; kept?: RegExp}> = {
  proactive_contracts: {
    does: (files) => Object.assign(fileOf(only(files)), {faults: again({kind: 'status', status: 503})}),
    kept: /HTTP 503/,
  },
  canadabuys_contracts: {
    does: (files) => Object.assign(fileOf(only(files)), {faults: [{kind: 'reset', after: 50_000}]}),
  },
  canadabuys_awards: {
    does: (files) =>
      changed(fileOf(only(files)), (text) => text.replace('supplierLegalName', 'supplierName')),
    kept: /header changed.*supplierLegalName/,
  },
  canadabuys_tenders: {
    does: (files) =>
      changed(fileOf(only(files)), () => '<!doctype html><html><title>Maintenance</title></html>'),
    kept: /HTML page/,
  },
  proactive_grants: {
    does: (files) => Object.assign(fileOf(only(files)), {faults: [{kind: 'short', after: 9000}]}),
  },
  proactive_contracts_nil: {
    does: (files) => Object.assign(rowsOf<CkanTable>(only(files)), {totals: {0: 5000}}),
    kept: /counts 5,?000/,
  },
  infrastructure_projects: {does: (files) => changed(fileOf(only(files)), half), kept: /rows|records/},
  lobbying_registrations: {
    does: (files) => {
      const file = fileOf(only(files));
      file.body = file.body.subarray(0, file.body.length / 2);
    },
    kept: /zip|archive/,
  },
  calgary_permits: {
    does: (files) => Object.assign(rowsOf<SocrataTable>(only(files)), {count: 900}),
    kept: /counts 900/,
  },
  edmonton_permits: {
    does: (files) => Object.assign(rowsOf<SocrataTable>(only(files)), {rows: []}),
    kept: /no rows|0 rows|empty/,
  },
  winnipeg_permits: {
    does: (files) => {
      const table = rowsOf<SocrataTable>(only(files));
      table.rows = renamed(table.rows, 'permit_number', 'permit_no');
      table.columns = table.columns?.map((name) => (name === 'permit_number' ? 'permit_no' : name)) ?? [];
    },
    kept: /permit_number/,
  },
  vancouver_permits: {does: (files) => changed(fileOf(only(files)), () => ''), kept: /0 rows came/},
  montreal_permits: {
    does: (files) => changed(fileOf(only(files)), (text) => text.replaceAll(/\b20\d\d-\d\d-\d\d\b/g, 'soon')),
    kept: /cannot be read|date/,
  },
  kitchener_permits: {
    does: (files) => Object.assign(rowsOf<ArcgisLayer>(only(files)), {faults: {1: {kind: 'stall'}}}),
  },
  victoria_permits: {
    does: (files) => Object.assign(rowsOf<ArcgisLayer>(only(files)), {faults: {1: {kind: 'cut'}}}),
  },
  mississauga_permits: {
    does: (files) => {
      const layer = rowsOf<ArcgisLayer>(only(files));
      layer.rows = layer.rows.slice(0, 20);
    },
    kept: /fewer|records/,
  },
  hamilton_permits: {
    does: (files) => Object.assign(rowsOf<ArcgisLayer>(only(files)), {count: 5}),
    kept: /counts 5/,
  },
  toronto_zoning: {
    does: (files) => changed(fileOf(only(files)), (text) => text.slice(0, text.length / 2)),
    kept: /ends inside the row/,
  },
  winnipeg_zoning: {
    does: (files) =>
      Object.assign(rowsOf<SocrataTable>(only(files)), {faults: {1: {kind: 'page'}, 2: {kind: 'page'}}}),
  },
};

/** Sources with something new and without a fault: a table of rows and a file. All others are as before. */
const NEWS = ['halifax_permits', 'quebec_city_permits'];
/** Of these the right part is a new one. */
const RENEWED = [...NEWS, ...Object.keys(NIGHT).filter((slug) => !NIGHT[slug]!.kept)];

/** One row less in every file. */
function dropRows(name: string, served: Served): void {
  if (served.kind === 'rows') served.table.rows.shift();
  if (served.kind !== 'file' || served.counted || !name.endsWith('.csv')) return;
  if (!isUtf8(served.file.body)) return;
  const table = tableOf(name, served.file.body.toString('utf8'));
  if (table) served.file.body = Buffer.from(textOf(name, {...table, rows: table.rows.slice(1)}));
}

const partsOf = ({sources}: Manifest): Record<string, string> =>
  Object.fromEntries(sources.map(({slug, part_key}) => [slug, part_key]));

test('right parts are published, others stay, and the closing words fit one screen and say what to do', async () => {
  const declared = {...SOURCES};
  onTestFinished(() => void Object.assign(SOURCES, declared));
  const {sources, served} = await portalSources(await smallCorpus(), Object.values(declared));
  for (const source of sources) SOURCES[source.slug] = source;

  const night = async (dataDir: string, only: readonly string[] = []) => {
    const env = {
      DATA_DIR: dataDir,
      SOURCES: only.join(','),
      CONTACT: 'me@example.org',
      FETCH_STALL_MS: '500',
      FETCH_RETRIES: '2',
      FETCH_PER_HOST: '8',
      ACCEPT_LICENCE: Object.keys(declared).join(','),
      TERM: 'dumb',
    };
    const http = createHttpClient(settings(env), {sleep: async () => {}, random: () => 0.5});
    let closing = '';
    const screen = {isTTY: true, columns: COLUMNS, rows: ROWS, write: () => true};
    const code = await ingestCommand(
      env,
      screen,
      {write: (text) => (closing += text)},
      {http, index: noIndex},
    );
    return {code, closing};
  };

  const home = await folder();
  const [live, sound] = [join(home, 'live'), join(home, 'sound')];
  const first = await night(live);
  expect([first.code, first.closing]).toEqual([0, expect.not.stringContaining('FAILED')]);
  const before = partsOf(await manifestOf(live));
  expect(Object.keys(before)).toEqual(expect.arrayContaining(Object.keys(NIGHT)));
  await cp(live, sound, {recursive: true, verbatimSymlinks: true});

  for (const slug of [...NEWS, ...Object.keys(NIGHT)])
    for (const [name, one] of served.get(slug)!) dropRows(name, one);
  const quiet = await night(sound, RENEWED);
  expect([quiet.code, quiet.closing]).toEqual([0, expect.not.stringContaining('FAILED')]);
  const right = partsOf(await manifestOf(sound));
  expect(RENEWED.filter((slug) => right[slug] === before[slug])).toEqual([]);
  for (const [slug, {does}] of Object.entries(NIGHT)) does(served.get(slug)!);
  const {code, closing} = await night(live);

  expect(code).toBe(1);
  const after = await manifestOf(live);
  for (const {slug, part_key, stale} of after.sources) {
    const {kept} = NIGHT[slug] ?? {};
    expect([slug, part_key, Boolean(stale)]).toEqual([
      slug,
      kept ? before[slug] : right[slug],
      kept !== undefined,
    ]);
    if (kept) expect(stale?.error).toMatch(kept);
    // What to do stands behind a semicolon.
    expect([slug, new RegExp(`^FAILED ${slug}: .*; \\w.*$`, 'm').test(closing)]).toEqual([
      slug,
      kept !== undefined,
    ]);
  }
  const rows = closing.split('\n').map((line) => Math.max(1, Math.ceil(displayWidth(line) / COLUMNS)));
  expect(rows.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(ROWS);
});
