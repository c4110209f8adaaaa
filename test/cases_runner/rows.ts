/** Runs the cases of sources through the product's own reading and normalising. */
import {createHash} from 'node:crypto';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import type {Snapshot} from '../../builds/artefacts.ts';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import {PIPELINE_MACROS} from '../../datasets/rules/pipeline_macros.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {type Settings, settings} from '../../datasets/settings.ts';
import type {Source} from '../../datasets/types.ts';
import {fetchSource} from '../../pipeline/fetch/fetch_source.ts';
import {createHttpClient, type HttpClient} from '../../pipeline/fetch/http.ts';
import {makeCodeTables} from '../../pipeline/normalise/code_tables.ts';
import {loadCodes} from '../../pipeline/normalise/codes.ts';
import {originOf} from '../../pipeline/normalise/origin.ts';
import {type TypedRows, typeRows} from '../../pipeline/normalise/rows.ts';
import {isRecordLayout} from '../../pipeline/read/header.ts';
import {stage} from '../../pipeline/read/stage.ts';
import type {Staged} from '../../pipeline/read/staging.ts';
import {inTransaction} from '../../pipeline/runtime/database.ts';
import {AS_WRITTEN} from '../../pipeline/write/part.ts';
import {CaseError, type Got, type RowCase} from './case.ts';
import {gotOf, type TypedCase} from './got.ts';

/** A case with the snapshots that an ingest would read of it. */
interface FetchedCase extends Pick<TypedCase, 'case' | 'twins'> {
  snapshots: readonly Snapshot[];
}

/** What a run shares: a folder, one database instance and a client that asks nobody. */
interface Work {
  folder: string;
  instance: DuckDBInstance;
  http: HttpClient;
  settings: Settings;
}

/** What the product makes of the cases, in their order. `alone`: each in a database of its own. */
export async function runRowCases(cases: readonly RowCase[], {alone = false} = {}): Promise<Got[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cases-'));
  const all = settings({});
  const http = createHttpClient(all);
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const work: Work = {folder, instance, http, settings: all};
  try {
    const got = new Map<RowCase, Got>();
    for (const of of Map.groupBy(cases, ({source}) => source).values()) {
      const fetched: FetchedCase[] = [];
      for (const one of of) fetched.push(await fetchCase(work, one, cases.indexOf(one)));
      await (alone ? runApart(work, fetched, got) : runTogether(work, fetched, got));
    }
    return cases.map((one) => got.get(one)!);
  } finally {
    instance.closeSync();
    await http.close();
    await rm(folder, {recursive: true, force: true});
  }
}

/**
 * Fetches a case from a mirror of its own, as an ingest does: excluded files and second copies are left out.
 */
async function fetchCase(work: Work, one: RowCase, number: number): Promise<FetchedCase> {
  const [mirror, dataDir] = ['mirror', 'data'].map((name) => join(work.folder, String(number), name));
  const files = join(mirror!, one.source);
  await mkdir(files, {recursive: true});
  const byHash = new Map<string, string[]>();
  for (const [name, text] of Object.entries(one.files)) {
    await writeFile(join(files, name), text);
    const hash = createHash('sha256').update(text).digest('hex');
    byHash.set(hash, [...(byHash.get(hash) ?? []), name]);
  }
  const effects = {
    dataDir: dataDir!,
    settings: {...work.settings, MIRROR: mirror!},
    http: work.http,
    now: () => new Date('2026-03-04T05:06:07Z'),
  };
  const snapshots = await fetchSource(SOURCES[one.source]!, effects, () => undefined);
  if (snapshots !== 'absent' && snapshots.length > 0) {
    const read = new Set(snapshots.map(({name}) => name));
    const twins = snapshots.flatMap(({name, sha256}) =>
      (byHash.get(sha256) ?? []).flatMap((twin) => (read.has(twin) ? [] : [[twin, name] as const])),
    );
    return {case: one, snapshots, twins: new Map(twins)};
  }
  throw broken(one, 'the source reads none of its files', 'name them as a mirror does');
}

const broken = ({path, name}: RowCase, problem: string, remedy: string): CaseError =>
  new CaseError(`${path}: "${name}"`, problem, remedy);

/**
 * Reads and types all cases of a source at once, which takes most of the time, and makes the records of each
 * by itself. Typing looks at a row and its file only, but where rows are paired, looked up or joined as
 * parts: such cases run apart.
 */
async function runTogether(work: Work, cases: readonly FetchedCase[], got: Map<RowCase, Got>): Promise<void> {
  const [first] = cases;
  if (!first) return;
  const source = SOURCES[first.case.source]!;
  const apart = new Set<FetchedCase>();
  const own = cases.flatMap(({snapshots}, at) => snapshots.map((one) => ({...one, url: String(at)})));
  await withDatabase(work, async (db, folder) => {
    const staged = await readAll(db, source, own, folder).catch(() => null);
    // Where one of them cannot be read, that one will say so by itself.
    for (const one of cases) if (!staged) apart.add(one);
    for (const {layout, url} of staged?.files ?? [])
      if (!isLocal(source, layout)) apart.add(cases[Number(url)]!);
    if (!staged || apart.size) return;
    const rows = await typeAll(db, source, staged);
    await db.run(`CREATE TABLE typed_all AS ${rows.select(rows.types.keys())}`);
    const relations = await relationsWithFiles(db);
    for (const [at, one] of cases.entries()) {
      const files = staged.files.flatMap(({url}, file) => (url === String(at) ? [file] : []));
      await enterSchema(db, at, relations, files);
      got.set(one.case, await gotOf(db, {...one, source, staged, rows: typedBefore(rows)}));
      await db.run(`USE work; DROP SCHEMA case_${at} CASCADE`);
    }
  });
  if (!apart.size) return;
  const rest = cases.filter((one) => !apart.has(one));
  await runApart(work, [...apart], got);
  await runTogether(work, rest, got);
}

/** Whether the rows of a layout are typed one by one. */
function isLocal(source: Source, name: string): boolean {
  const layout = source.layouts.find((one) => one.name === name);
  return layout !== undefined && isRecordLayout(layout) && !layout.pivot && !layout.rows;
}

/** Relations that have the file of each of their rows. */
async function relationsWithFiles(db: DuckDBConnection): Promise<string[]> {
  const reader = await db.runAndReadAll(`SELECT table_name FROM duckdb_columns()
    WHERE database_name = 'work' AND schema_name = 'main' AND column_name = '_file'`);
  return reader.getRows().map(([name]) => String(name));
}

/** Goes into a schema in which every relation has the rows of these files only: cases cannot meet there. */
async function enterSchema(
  db: DuckDBConnection,
  at: number,
  relations: readonly string[],
  files: readonly number[],
): Promise<void> {
  const statements = relations.map((name) => {
    const isFilled = name === 'refused' || name === 'cell_warnings';
    return `CREATE ${isFilled ? 'TABLE' : 'VIEW'} ${ident(name)} AS
      SELECT * FROM work.main.${ident(name)} WHERE _file IN (${files.join(', ')})`;
  });
  await db.run(
    `CREATE SCHEMA case_${at}; SET search_path = 'work.case_${at},work.main'; ${statements.join(';')}`,
  );
}

/** Rows that were typed before, instead of the SQL that types them. */
function typedBefore(rows: TypedRows): TypedRows {
  const select: TypedRows['select'] = (wanted, source) => {
    const also = (source?.also ?? []).map((name) => `t.${ident(name)}`);
    const values = [...wanted].map((name) => `s.${ident(name)}`);
    const join = source ? `JOIN ${source.table} AS t USING (_row)` : '';
    return `SELECT ${['s._row', 's._file', ...also, ...values].join(', ')} FROM typed_all AS s ${join}`;
  };
  return {...rows, select};
}

/** Runs each case in a database of its own. */
async function runApart(work: Work, cases: readonly FetchedCase[], got: Map<RowCase, Got>): Promise<void> {
  for (const one of cases) {
    const source = SOURCES[one.case.source]!;
    await withDatabase(work, async (db, folder) => {
      const staged = await readAll(db, source, one.snapshots, folder).catch((error: Error) => {
        throw broken(one.case, error.message, 'write its files as the publisher does');
      });
      const rows = await typeAll(db, source, staged);
      got.set(one.case, await gotOf(db, {...one, source, staged, rows}));
    });
  }
}

/** Reads files as the making of a part does. */
async function readAll(
  db: DuckDBConnection,
  source: Source,
  snapshots: readonly Snapshot[],
  folder: string,
): Promise<Staged> {
  const staged = await stage(db, source, snapshots, folder, () => undefined);
  await loadCodes(db);
  await makeCodeTables(db, source, staged);
  return staged;
}

function typeAll(db: DuckDBConnection, source: Source, staged: Staged): Promise<TypedRows> {
  const tables = staged.tables.filter(({layout}) => isRecordLayout(layout));
  const layouts = source.layouts.filter(isRecordLayout);
  return typeRows(db, DATASETS[source.dataset]!.columns, layouts, {tables}, originOf(source, staged));
}

/** Runs work on an empty database in memory and a folder for its files. */
async function withDatabase(
  {instance, folder}: Work,
  run: (db: DuckDBConnection, folder: string) => Promise<void>,
): Promise<void> {
  const own = await mkdtemp(join(folder, 'work-'));
  const db = await instance.connect();
  try {
    await db.run(`ATTACH ':memory:' AS work; USE work; ${AS_WRITTEN}`);
    await inTransaction(db, async () => {
      await db.run(PIPELINE_MACROS.join(';\n'));
    });
    await run(db, own);
  } finally {
    await db.run('USE memory; DETACH work');
    db.closeSync();
  }
}
