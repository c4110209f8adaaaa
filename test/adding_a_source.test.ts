/** Applies docs/ADDING_A_SOURCE.md to a copy of the project, ingests a few rows and calls the API. */
import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {startSocrata} from './portals/socrata.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FENCE = /^```(ts|diff|jsonl) file=(\S+)\n([\s\S]*?)^```$/gm;
const run = promisify(execFile);

interface Block {
  kind: string;
  file: string;
  text: string;
}

/**
 * The old text of a diff block is a run of `-` lines; the new text is the run of `+` lines that follows it.
 */
function changes(diff: string): [old: string, next: string][] {
  const pairs: [string[], string[]][] = [];
  for (const line of diff.trimEnd().split('\n')) {
    const last = pairs.at(-1);
    if (line.startsWith('-')) {
      if (last && !last[1].length) last[0].push(line.slice(1));
      else pairs.push([[line.slice(1)], []]);
    } else if (line.startsWith('+')) last?.[1].push(line.slice(1));
  }
  return pairs.map(([old, next]) => [old.join('\n'), next.join('\n')]);
}

/** What the page shows of a draft: its output, or a file that it writes. */
const DRAFTED = /^```\w+ drafted=(\S+)\n([\s\S]*?)^```$/gm;
const ADDRESS = 'https://data.example.org';

let copy: string;
let page: string;
let blocks: Block[];
/** What `make draft` printed and wrote, by the name that the page gives it. */
let drafted: Record<string, string>;
const node = (...args: string[]) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: copy,
    env: {
      ...process.env,
      DATA_DIR: join(copy, 'data'),
      MIRROR: join(copy, 'mirror'),
      PORT: '0',
    },
  });

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'adding-'));
  for (const name of [
    'builds',
    'datasets',
    'storage',
    'pipeline',
    'engine',
    'server',
    'static',
    'package.json',
    'tsconfig.json',
  ]) {
    await cp(join(ROOT, name), join(copy, name), {recursive: true});
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  page = await readFile(join(ROOT, 'docs/ADDING_A_SOURCE.md'), 'utf8');
  blocks = [...page.matchAll(FENCE)].map(([, kind = '', file = '', text = '']) => ({kind, file, text}));
  drafted = await draft(blocks.find((one) => one.file.endsWith('api/permits.jsonl'))?.text ?? '');
  for (const {kind, file, text} of blocks) {
    const path = join(copy, file);
    await mkdir(dirname(path), {recursive: true});
    if (kind !== 'diff') {
      await writeFile(path, text, {flag: 'wx'});
      continue;
    }
    let code = await readFile(path, 'utf8');
    for (const [old, next] of changes(text)) {
      expect(code.split(old).length - 1, `${file} holds once: ${old}`).toBe(1);
      code = code.replace(old, () => next);
    }
    await writeFile(path, code);
  }
  for (const slug of ['harbour_crossings', 'surrey_permits']) {
    await mkdir(join(copy, 'mirror', slug), {recursive: true});
  }
  await cp(
    join(copy, 'test/golden/surrey_permits/api/permits.jsonl'),
    join(copy, 'mirror/surrey_permits/permits.jsonl'),
  );
  await writeFile(
    join(copy, 'mirror/harbour_crossings/crossings.csv'),
    'Crossing No,Sailed,Ship,Cars\r\nF-1,2026-05-01,Sea Otter,41\r\nF-2,2026-05-02,Île Bleue,\r\n,2026-05-03,nobody,\r\n',
  );
});

afterAll(() => rm(copy, {recursive: true, force: true}));

describe('the walk-through', () => {
  test('shows what a draft prints and writes', () => {
    const shown = [...page.matchAll(DRAFTED)].map(([, name = '', text = '']) => [name, text]);
    expect(shown.map(([name]) => name)).toEqual(['output', 'datasets/permits/cities/surrey.ts']);
    for (const [name, text] of shown) expect(text, name).toBe(drafted[name!]);
  });

  test('touches declarations, golden cases and one routes file only', () => {
    const outside = blocks.map((one) => one.file).filter((file) => !/^(datasets|test\/golden)\//.test(file));
    expect(outside).toEqual(['server/api/routes/procurement.ts']);
  });

  test('a city needs one file, samples, one row and a golden case', () => {
    expect(blocks.map((one) => one.file).filter((file) => /surrey|municipalities/.test(file))).toEqual([
      'datasets/permits/cities/surrey.ts',
      'datasets/permits/cities/surrey.sample.jsonl',
      'datasets/municipalities.ts',
      'test/golden/surrey_permits/api/permits.jsonl',
    ]);
  });

  test('passes the type check', async () => {
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', copy], {cwd: copy});
  });

  test('ingests, and the route answers', async () => {
    await node('pipeline/cli.ts');
    const key = (await node('server/admin/make_key.ts')).stdout.trim();
    const {url, stop} = await serve();
    const get = async (path: string) => {
      const answer = await fetch(url + path, {headers: {'X-API-Key': key}});
      expect(answer.status).toBe(200);
      return JSON.parse(await answer.text());
    };
    try {
      const list = await get('/api/v1/crossings');
      expect(list.meta.total).toBe(2);
      expect(list.data.map((row: {vessel: string}) => row.vessel)).toEqual(['Île Bleue', 'Sea Otter']);
      const filtered = await get('/api/v1/crossings?vessel=ile');
      expect(filtered.data.map((row: {number: string}) => row.number)).toEqual(['F-2']);
      const detail = await get(`/api/v1/crossings/${list.data[1].record_id}`);
      expect(detail.data).toMatchObject({number: 'F-1', cars: 41, source_dataset: 'Harbour Crossings'});
      expect((await get('/health')).records.crossings).toBe(2);
      const permits = await get('/api/v1/permits?municipality=surrey');
      expect(permits.data).toMatchObject([
        {permit_number_raw: 'S-1', municipality: 'surrey', province: 'BC', estimated_cost: 410_000},
        {permit_number_raw: 'S-2', permit_type: 'demolition', status: 'in_review', issued_date: null},
      ]);
      const near = await get('/api/v1/permits?lat=49.1&lng=-122.8&radius_km=1');
      expect(near.data).toMatchObject([{permit_number_raw: 'S-1', distance_km: 0}]);
      expect((await get('/openapi.json')).paths['/api/v1/crossings'].get.parameters[0].name).toBe('vessel');
    } finally {
      await stop();
    }
  });
});

/** Drafts the city of the page from a portal that has these rows; removes what was written. */
async function draft(rows: string): Promise<Record<string, string>> {
  const portal = await startSocrata();
  try {
    const records = rows.trimEnd().split('\n');
    portal.tables.set('abcd-1234', {
      rows: records.map((text, at) => JSON.stringify({':id': `row-${at}`, ...JSON.parse(text)})),
      columns: [...new Set(records.flatMap((text) => Object.keys(JSON.parse(text))))],
    });
    // The portal of the test is a private address.
    const program = `const {draftCommand} = await import('./pipeline/draft_command.ts');
      process.exitCode = await draftCommand(process.env, process.stdout, process.stderr, async () => false);`;
    const [, path, city] = /^make draft URL=https:\/\/[^/]+(\S+) SLUG=(\w+)$/m.exec(page) ?? [];
    const {stdout} = await run(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
      {cwd: copy, env: {...process.env, URL: portal.base + path, SLUG: city}},
    );
    const made = {output: stdout.replaceAll(portal.base, ADDRESS)} as Record<string, string>;
    for (const ending of ['ts', 'sample.jsonl']) {
      const file = `datasets/permits/cities/${city}.${ending}`;
      made[file] = (await readFile(join(copy, file), 'utf8')).replaceAll(portal.base, ADDRESS);
      await rm(join(copy, file));
    }
    return made;
  } finally {
    await portal.close();
  }
}

/** Bundles the copy's server, starts it on a free port and waits until it listens. */
async function serve(): Promise<{url: string; stop: () => Promise<void>}> {
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/bundle/cli.ts'], {cwd: copy});
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/main.js'], {
    cwd: copy,
    env: {...process.env, DATA_DIR: join(copy, 'data'), PORT: '0', LOG_LEVEL: 'silent'},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout, 'data');
  const url = /http:\/\/\S+/.exec(String(line))?.[0];
  if (!url) throw new Error(`the server did not say where it listens: ${line}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return {url, stop};
}
