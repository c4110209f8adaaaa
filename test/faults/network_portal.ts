/**
 * Faults between the fetcher and a portal: the bytes of the publisher or an error that names them, and the
 * next fetch succeeds.
 */
import {createHash} from 'node:crypto';
import {mkdtemp, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {settings} from '../../datasets/settings.ts';
import {FetchError} from '../../pipeline/fetch/errors.ts';
import {fetchSource} from '../../pipeline/fetch/fetch_source.ts';
import {createHttpClient} from '../../pipeline/fetch/http.ts';
import {plain, sourceOf} from '../helpers/sources.ts';
import {type NetworkFault, startTcpProxy, type TcpProxy} from '../helpers/tcp_proxy.ts';
import {type Storage, type File as StoredFile, startStorage} from '../portals/storage.ts';
import type {Kind} from './kind.ts';
import {ending, faultNames, faultOf} from './network_fault.ts';

/** Two versions of a file, of the same length: no size tells them apart. */
const VERSIONS = [7919, 7927].map((factor) => {
  const rows = Array.from({length: 8000}, (_, row) => `${row},"Été ${row * factor + 100_000_000}"`);
  return Buffer.from(`number,text\r\n${rows.join('\r\n')}\r\n`);
});
const LENGTH = VERSIONS[0]!.length;

/** A server that resumes a download, one without a validator, and one that always sends the whole file. */
const SERVINGS: readonly Partial<StoredFile>[] = [{}, {etag: 'none'}, {ranges: false}];

/** Pieces of the body at most, of some 20 ms each. */
const MOST_PIECES = 500;

/** Every file under a final name is what its name says. */
async function checkStored(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, hash] = /^([0-9a-f]{64})\.csv$/.exec(name) ?? [];
    if (!hash) continue;
    const bytes = await readFile(join(folder, name));
    const isSent = VERSIONS.some((version) => bytes.equals(version));
    if (createHash('sha256').update(bytes).digest('hex') !== hash || !isSent)
      throw new Error(`${name} was stored and is not what the publisher sent`);
  }
}

/** A transfer of a few bytes at a time goes on and ends, but after minutes: no hang. */
const inTime = (fault: NetworkFault): NetworkFault =>
  fault.kind === 'drip' ? {...fault, bytes: Math.max(fault.bytes, Math.ceil(LENGTH / MOST_PIECES))} : fault;

/** Serves the first version, and may replace it when the fault ends. */
function serve(portal: Storage, path: string, random: () => number): {last: Buffer; replace(): void} {
  const serving = SERVINGS[Math.floor(random() * SERVINGS.length)]!;
  const last = VERSIONS[random() < 0.3 ? 1 : 0]!;
  portal.put(path, {body: VERSIONS[0]!, ...serving});
  return {last, replace: () => void portal.put(path, {body: last, ...serving})};
}

async function runCase(name: string, home: string, proxy: TcpProxy, portal: Storage): Promise<string> {
  const {fault: any, random} = faultOf(name);
  const fault = inTime(any);
  const dataDir = await mkdtemp(join(home, 'case-'));
  const all = {
    ...settings({}),
    DATA_DIR: dataDir,
    USER_AGENT: 'example/1 (me@example.org)',
    FETCH_STALL_MS: '250',
  };
  const http = createHttpClient(all, {sleep: async () => {}, random: () => 0.5});
  const path = `/${name}.csv`;
  const {last, replace} = serve(portal, path, random);
  const endFault = (): void => {
    replace();
    proxy.setFault(null);
  };
  const url = `http://127.0.0.1:${proxy.port}${path}`;
  const fetchOnce = () =>
    fetchSource(
      sourceOf([plain(url)]),
      {dataDir, settings: all, http, now: () => new Date('2026-03-04T05:06:07Z')},
      () => {},
    );
  try {
    proxy.setFault(fault);
    // It may end while a transfer is under way.
    const timer = random() < 0.5 ? setTimeout(endFault, random() * 400) : null;
    const first = await ending('a fetch', fetchOnce()).then(
      () => 'fetched',
      (error: unknown) => {
        if (!(error instanceof FetchError)) throw error;
        return 'an error with its remedy';
      },
    );
    if (timer) clearTimeout(timer);
    await checkStored(join(dataDir, 'raw/example'));
    endFault();
    const snapshots = await ending('a fetch', fetchOnce());
    if (snapshots === 'absent' || snapshots.length !== 1) throw new Error('the next fetch has no snapshot');
    if (!(await readFile(snapshots[0]!.path)).equals(last)) throw new Error('the next fetch has other bytes');
    return first;
  } finally {
    await http.close();
  }
}

export const networkPortal: Kind = {
  name: 'network-portal',
  promise:
    'Whatever the network to a publisher does, its bytes are stored as they are, or an error says why not. The next fetch succeeds.',
  how: 'A proxy between the fetcher and a portal cuts, stalls, delays, garbles, resets or slows connections, for random spells. Some portals cannot resume a download; some replace the file meanwhile.',
  full: 500,
  sample: 6,
  unmet: async () => null,
  async open({folder, seed, count}) {
    const portal = await startStorage();
    const proxy = await startTcpProxy(Number(new URL(portal.base).port));
    return {
      names: faultNames(seed, count),
      run: (name) => runCase(name, folder, proxy, portal),
      async close() {
        await proxy.close();
        await portal.close();
      },
    };
  },
  mutants: [
    {
      what: 'the truncation of a partial download that starts again',
      file: 'pipeline/fetch/partial_download.ts',
      find: "        handle = await open(path, 'w+');",
      replace: "        handle = await open(path, 'a+');",
      count: 60,
    },
    {
      what: 'the error with its remedy after the last attempt',
      file: 'pipeline/fetch/http.ts',
      find: 'if (failures >= tries)',
      replace: 'if (failures >= tries) throw error;\n      if (failures > tries)',
      count: 60,
    },
  ],
};
