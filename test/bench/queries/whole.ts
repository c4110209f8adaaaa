/** What is measured once for a build: sizes, a switch under load, memory, an export. */
import {execFile} from 'node:child_process';
import {createWriteStream} from 'node:fs';
import {mkdtemp, readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {ReadableStream} from 'node:stream/web';
import {promisify} from 'node:util';
import {atEnd} from '../closing.ts';
import {scaled} from '../effort.ts';
import type {Whole} from './figures.ts';
import {measure} from './load.ts';
import type {Server} from './servers.ts';
import type {Serving} from './serving.ts';

const MEGABYTE = 2 ** 20;
const SWITCH_WAIT_MS = 15_000;
const SETTLE_MS = scaled(3000, 0);
const SWITCH_LOAD_S = scaled(8, 4);
const BEFORE_SWITCH_MS = scaled(2000, 200);

/** Bytes below `index/` of a build by table and kind of file, as `contracts idx`. */
export async function indexSizes(build: string): Promise<Record<string, number>> {
  const folder = join(build, 'index');
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(
    async (name) => [name.replace('.', ' '), (await stat(join(folder, name))).size] as const,
  );
  return Object.fromEntries((await Promise.all(sizes)).sort());
}

/** Changes `current` while the server is under load, which must see no failure. */
export async function measureSwitch(
  server: Server,
  serving: Serving,
  targets: string[],
  connections: number,
): Promise<Pick<Whole, 'switch_ms' | 'switch_load' | 'memory_switched'>> {
  const {base, key} = server;
  const name = `again_${Date.now()}`;
  const load = measure({base, key, targets, connections, seconds: SWITCH_LOAD_S});
  await pause(BEFORE_SWITCH_MS);
  const changed = performance.now();
  const exitCode = new Promise<number | null>((resolve) => {
    const late = setTimeout(() => resolve(null), SWITCH_WAIT_MS);
    server.onLog((line) => {
      if (!line.includes('serving build') || !line.includes(name)) return;
      clearTimeout(late);
      resolve(performance.now() - changed);
    });
  });
  await serving.renew(name);
  const [switch_ms, switch_load] = await Promise.all([exitCode, load]);
  // The old buffers go when the collector runs.
  await pause(SETTLE_MS);
  return {switch_ms, switch_load, memory_switched: await server.memory()};
}

/** One export to a file, and `cat` of that file to another. Null where the server has no export yet. */
export async function measureExport({base, key}: Server): Promise<Whole['export']> {
  const headers = {...(key ? {'X-API-Key': key} : {}), 'Accept-Encoding': 'identity'};
  const folder = await mkdtemp(join(tmpdir(), 'bench-export-'));
  const remove = atEnd(() => rm(folder, {recursive: true, force: true}));
  try {
    const startedAt = performance.now();
    const answer = await fetch(`${base}/api/v1/export/contracts?format=ndjson`, {headers});
    if (answer.status === 404 || !answer.body) {
      await answer.body?.cancel();
      return null;
    }
    const file = join(folder, 'export');
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), createWriteStream(file));
    const took = performance.now() - startedAt;
    const {size} = await stat(file);
    const copying = performance.now();
    await promisify(execFile)('sh', ['-c', 'cat "$1" > "$1.copy"', 'sh', file]);
    const copied = performance.now() - copying;
    const speed = (ms: number) => size / MEGABYTE / (ms / 1000);
    return {ndjson_mb_s: speed(took), cat_mb_s: speed(copied)};
  } finally {
    await remove();
  }
}

const pause = (ms: number): Promise<void> => new Promise((next) => setTimeout(next, ms));
