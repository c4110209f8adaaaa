/** Examples of the served documents: every request that they name is answered, from the build in service. */
import {mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {writeBuild} from '../helpers/build.ts';
import {dereference} from '../helpers/dereference.ts';
import {makeKey, type Server, sharedData, sharedServer, startServer} from '../helpers/stack.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  example?: unknown;
}

interface Document {
  paths: Record<string, {get: {parameters?: Parameter[]; security?: unknown[]}}>;
}

/** Parameters that are only accepted together. */
const TOGETHER = ['lat', 'lng', 'radius_km'];

const documentOf = async (server: Server): Promise<Document> =>
  dereference((await (await fetch(`${server.base}/openapi.json`)).json()) as Document);

const pairOf = ({name, example}: Parameter): string =>
  `${name}=${encodeURIComponent(Array.isArray(example) ? example.join() : String(example))}`;

/**
 * The requests that the document names: with what is required alone, and with each further parameter in turn.
 */
function targetsIn({paths}: Document): string[] {
  return Object.entries(paths).flatMap(([path, {get}]) => {
    const all = get.parameters ?? [];
    const filled = all
      .filter((one) => one.in === 'path')
      .reduce(
        (text, {name, example}) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
        path,
      );
    const query = all.filter((one) => one.in === 'query');
    const required = query.filter((one) => one.required).map(pairOf);
    const others = query.filter((one) => !one.required && one.example !== undefined);
    const joined = others.filter(({name}) => TOGETHER.includes(name));
    const groups = [
      [],
      ...(joined.length > 0 ? [joined] : []),
      ...others.filter((one) => !joined.includes(one)).map((one) => [one]),
    ];
    return groups.map((group) => {
      const pairs = [...required, ...group.map(pairOf)];
      return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
    });
  });
}

let server: Server;
let key: string;
beforeAll(async () => {
  key = makeKey(await sharedData());
  server = await sharedServer();
});

test('every request that the document names is answered', async () => {
  const targets = targetsIn(await documentOf(server));
  expect(targets.length).toBeGreaterThan(450);
  const refused: string[] = [];
  for (const target of targets) {
    const answer = await fetch(server.base + target, {headers: {'X-API-Key': key}});
    await answer.arrayBuffer();
    if (answer.status !== 200) refused.push(`${answer.status} ${target}`);
  }
  expect(refused).toEqual([]);
});

test('filters of the examples find records, and /llms.txt names requests that are answered', async () => {
  const targets = (await (await fetch(`${server.base}/llms.txt`)).text())
    .split('\n')
    .flatMap((line) => / Example: (\S+)$/.exec(line)?.[1] ?? []);
  expect(targets.length).toBeGreaterThan(40);
  const empty: string[] = [];
  let filtered = 0;
  for (const target of targets) {
    const answer = await fetch(server.base + target, {headers: {'X-API-Key': key}});
    expect(answer.status, target).toBe(200);
    const body = target.includes('/export/') ? null : ((await answer.json()) as {data: unknown});
    if (!Array.isArray(body?.data)) continue;
    filtered++;
    if (body.data.length === 0) empty.push(target);
  }
  expect(filtered).toBeGreaterThan(20);
  // A tender has no vendor yet: the declared example stays. Nothing changed before the first build.
  expect(empty.filter((target) => !/\/changes\/|\/history\?/.test(target))).toEqual([
    '/api/v1/tenders?vendor=northline&limit=1',
    '/api/v1/tenders/stats?vendor=northline&limit=1',
  ]);
});

test('/docs shows the same examples', async () => {
  const page = await (await fetch(`${server.base}/docs`)).text();
  const {paths} = await documentOf(server);
  const id = paths['/api/v1/permits/{record_id}']?.get.parameters?.find(({name}) => name === 'record_id');
  expect(page).toContain(String(id?.example));
  expect(readFileSync('docs/openapi.json', 'utf8')).not.toContain(String(id?.example));
});

describe('builds that follow each other', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examples-'));
  let own: Server;
  afterAll(async () => {
    await own?.stop();
    rmSync(dataDir, {recursive: true, force: true});
  });

  async function publish(build_id: string, vendor: string): Promise<void> {
    const {build, current} = dataPaths(dataDir);
    await writeBuild(build(build_id), {build_id, rows: {contracts: [{vendor, value: 1}]}});
    symlinkSync(`builds/${build_id}`, `${current}.next`);
    renameSync(`${current}.next`, current);
  }

  test('the documents change with the build; a dataset without records keeps the declared examples', async () => {
    await publish('one', 'Harbour Works');
    own = await startServer(dataDir, {WORKERS: '1'});
    const vendorOf = async () => {
      const {paths} = await documentOf(own);
      const example = (path: string, name: string) =>
        paths[path]?.get.parameters?.find((one) => one.name === name)?.example;
      return [example('/api/v1/contracts', 'vendor'), example('/api/v1/bills/{session}/{number}', 'number')];
    };
    const declared = (await vendorOf())[1];
    expect(await vendorOf()).toEqual(['Harbour', declared]);
    expect(String(declared)).toMatch(/^[CS]-\d+$/);
    await publish('two', 'Umberfield Mills');
    await expect.poll(vendorOf, {interval: 200}).toEqual(['Umberfield', declared]);
  });
});
