/** Iceberg tables in a real S3, read by programs that nobody here wrote: as many rows and the same sums as the build's Parquet. */
import {appendFile, mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {GetObjectCommand, S3Client} from '@aws-sdk/client-s3';
import {icebergMetadata, icebergRead} from 'icebird';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {dataPaths, type Manifest} from '../../datasets/artefacts.ts';
import {datasetOrEntity} from '../../datasets/index.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import {rollBack} from '../../storage/builds.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {openS3} from '../../storage/s3_store.ts';
import {askClickHouse, hasClickHouse} from '../helpers/engines.ts';
import {ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, manifestOf} from '../helpers/mirror.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {ACCESS, type Gateway, hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';

const BUCKET = 'tables';
const PREFIX = 'some/prefix';

/** Rows of every table and, in cents, the sum of its first money column; null where it has none. */
type Sums = Record<string, {rows: number; cents: number | null}>;

describe.skipIf(!hasRadosgw)('Iceberg tables over a Ceph gateway', () => {
  let root = '';
  let gateway: Gateway;
  let store: ObjectStore;
  let [first, second]: Manifest[] = [];
  const before = {...process.env};
  const folderOf = ({build_id}: Manifest): string => dataPaths(join(root, 'data')).build(build_id);

  const build = async (): Promise<Manifest> => {
    expect((await ingest({DATA_DIR: join(root, 'data'), MIRROR: join(root, 'mirror')})).code).toBe(0);
    return manifestOf(join(root, 'data'));
  };
  const publish = async (manifest: Manifest): Promise<void> => {
    const expected = await currentTag(store);
    const options = {expected, quorum: 0, quorumMs: 0, now: () => new Date()};
    await publishBuild(store, folderOf(manifest), manifest, options);
  };
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'iceberg-'));
    gateway = await startRadosgw(BUCKET);
    Object.assign(process.env, gateway.env);
    store = openS3(`s3://${BUCKET}/${PREFIX}`, 'PUBLISH_TO');
    await fillMirror(join(root, 'mirror'));
    first = await build();
    const contracts = fileOf(join(root, 'mirror'), 'proactive_contracts');
    const [header, ...lines] = (await readFile(contracts, 'utf8')).split('\n');
    const columns = header!.split(',').length;
    const row = lines.find((line) => !line.includes('"') && line.split(',').length === columns)!;
    await appendFile(contracts, `${row.replace(/^[^,]*,[^,]*/, 'C-2023-2024-Q1-00777,ANOTHER-777')}\n`);
    second = await build();
    expect(second.datasets['contracts']?.rows).not.toBe(first.datasets['contracts']?.rows);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    store?.close();
    await gateway?.stop();
    for (const name of Object.keys(gateway?.env ?? {})) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await rm(root, {recursive: true, force: true});
  });

  const tables = ({datasets}: Manifest): string[] =>
    Object.keys(datasets).filter((name) => datasets[name]?.files.length);
  const moneyOf = (name: string): string | undefined =>
    storedColumns(datasetOrEntity(name).columns).find(([, {type}]) => type === 'money')?.[0];

  /** Rows as the manifest has them, sums as DuckDB reads them from the build's own folder. */
  async function expectedOf(manifest: Manifest): Promise<Sums> {
    const {db, close} = await memoryDatabase();
    const sums: Sums = {};
    for (const name of tables(manifest)) {
      const {rows, files} = manifest.datasets[name]!;
      const paths = files.filter(({path}) => !path.endsWith('/names.parquet')).map(({path}) => path);
      const list = paths.map((path) => `'${join(folderOf(manifest), path)}'`).join(', ');
      const money = moneyOf(name);
      const sql = `SELECT (sum("${money}") * 100)::BIGINT::VARCHAR AS cents FROM read_parquet([${list}])`;
      const [row] = money ? (await db.runAndReadAll(sql)).getRowObjectsJson() : [];
      const cents = row?.['cents'];
      sums[name] = {rows, cents: typeof cents === 'string' ? Number(cents) : null};
    }
    close();
    return sums;
  }

  function byClickHouse(manifest: Manifest): Sums {
    const names = tables(manifest);
    const keys = `'${ACCESS.AWS_ACCESS_KEY_ID}', '${ACCESS.AWS_SECRET_ACCESS_KEY}'`;
    const queries = names.map((name) => {
      const from = `icebergS3('${gateway.endpoint}/${BUCKET}/${PREFIX}/tables/${name}/', ${keys})`;
      const money = moneyOf(name);
      // Every column of every row is read: a type that is not the Parquet's is an error.
      return `SELECT count(), ${money ? `toString(sum(${money}) * 100)` : "''"}, sum(length(toString(tuple(*)))) > 0 FROM ${from}`;
    });
    const answers = askClickHouse(queries, root).map((line) => line.split('\t'));
    return Object.fromEntries(
      names.map((name, at) => {
        const [rows, cents = ''] = answers[at]!;
        return [name, {rows: Number(rows), cents: /\d/.test(cents) ? Number(cents) : null}];
      }),
    );
  }

  /** Icebird asks AWS by its address: the gateway answers instead. */
  function answerAsAws(): void {
    const client = new S3Client({endpoint: gateway.endpoint, region: 'us-east-1', forcePathStyle: true});
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const {hostname, pathname} = new URL(url);
      expect(hostname).toBe(`${BUCKET}.s3.amazonaws.com`);
      const Range = new Headers(init.headers).get('range') ?? undefined;
      const Key = decodeURIComponent(pathname.slice(1));
      const {Body} = await client.send(
        new GetObjectCommand({Bucket: BUCKET, Key, ...(Range === undefined ? {} : {Range})}),
      );
      const bytes = await Body!.transformToByteArray();
      return new Response(bytes as Uint8Array<ArrayBuffer>, {status: Range === undefined ? 200 : 206});
    });
  }

  async function byIcebird(manifest: Manifest): Promise<Sums> {
    answerAsAws();
    const sums: Sums = {};
    for (const name of tables(manifest)) {
      const tableUrl = `s3://${BUCKET}/${PREFIX}/tables/${name}`;
      const rows = await icebergRead({tableUrl, metadata: await icebergMetadata({tableUrl})});
      const money = moneyOf(name) ?? '';
      const values = rows.map((row) => row[money] as number | null | undefined).filter((one) => one != null);
      const cents = values.reduce((sum, value) => sum + Math.round(value * 100), 0);
      sums[name] = {rows: rows.length, cents: values.length ? cents : null};
    }
    vi.unstubAllGlobals();
    return sums;
  }

  async function expectAllAgree(manifest: Manifest): Promise<void> {
    const expected = await expectedOf(manifest);
    expect(Object.values(expected).filter(({cents}) => cents !== null).length).toBeGreaterThan(2);
    expect(await byIcebird(manifest)).toEqual(expected);
    if (hasClickHouse) expect(byClickHouse(manifest)).toEqual(expected);
  }

  test('have the rows and sums of the first build', async () => {
    await publish(first!);
    await expectAllAgree(first!);
  });

  test('have those of a second build, and after a rollback those of the first', async () => {
    await publish(second!);
    await expectAllAgree(second!);
    await rollBack(store, first!.build_id, new Date());
    await expectAllAgree(first!);
  });
});
