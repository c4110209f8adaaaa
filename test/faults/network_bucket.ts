/**
 * Faults between a replica and its bucket: it serves whole builds, and that which the bucket wants once the
 * faults end.
 */
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readFile} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describeBuild, KEYS} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {openS3} from '../../storage/s3_store.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {type NetworkFault, startTcpProxy, type TcpProxy} from '../helpers/tcp_proxy.ts';
import {contents, idOf, manifestOf} from './disk/small_build.ts';
import type {Kind} from './kind.ts';
import {UNCHECKED_DOWNLOAD} from './mutants.ts';
import {ending, faultNames, faultOf, pause} from './network_fault.ts';

/** Answers GET with ranges and entity tags, as S3 does; all that following needs. */
async function startBucket(objects: ReadonlyMap<string, Buffer>): Promise<Server> {
  const server = createServer((request, response) => {
    const key = decodeURIComponent(
      new URL(request.url ?? '/', 'http://s3').pathname.replace('/builds/test/', ''),
    );
    const body = objects.get(key);
    if (!body) {
      response
        .writeHead(404, {'Content-Type': 'application/xml'})
        .end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    response.writeHead(from > 0 ? 206 : 200, {
      ETag: etag,
      'Content-Length': body.length - from,
      ...(from > 0 ? {'Content-Range': `bytes ${from}-${body.length - 1}/${body.length}`} : {}),
    });
    response.end(body.subarray(from));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** More than the large file has. */
const MOST_SOUND_BYTES = 300_000;

/** A build with one large file, so that answers come in many pieces. */
function objectsOf(n: number): {objects: Map<string, Buffer>; texts: Record<string, string>} {
  const texts = {
    ...contents(n),
    'report.html': `<p>${'many words '.repeat(20_000)}</p>`,
    'manifest.json': JSON.stringify(manifestOf(n)),
  };
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    bytes: Buffer.byteLength(text),
    sha256: hashOf(text),
  }));
  const {built_at, data_as_of} = manifestOf(n);
  const document = describeBuild({build_id: idOf(n), built_at, data_as_of, published_at: built_at, files});
  const objects = new Map(Object.values(texts).map((text) => [KEYS.object(hashOf(text)), Buffer.from(text)]));
  objects.set(KEYS.build(idOf(n)), Buffer.from(JSON.stringify(document)));
  return {objects, texts};
}

/** A request waits a minute for an answer: longer than a test should, so silence becomes a cut. */
function adapted(fault: NetworkFault, random: () => number): NetworkFault {
  if (fault.kind === 'silence') return {kind: 'cut'};
  // Half of the garbled answers begin well: only a hash finds those.
  if (fault.kind !== 'garbage' || random() < 0.5) return fault;
  return {kind: 'garbage', after: Math.floor(random() ** 2 * MOST_SOUND_BYTES)};
}

async function runCase(
  name: string,
  home: string,
  proxy: TcpProxy,
  store: ObjectStore,
  texts: Record<string, string>,
): Promise<string> {
  const {fault, random} = faultOf(name);
  const dataDir = await mkdtemp(join(home, 'case-'));
  proxy.setFault(adapted(fault, random));
  const ends = pause(100 + random() * 1500).then(() => proxy.setFault(null));
  const stage = () => ending('a transfer', stageBuild(store, idOf(1), dataDir));
  const first = await stage().then(
    () => 'fetched',
    (error: Error) => {
      if (!error.message.includes(store.location)) throw error;
      return 'an error with its remedy';
    },
  );
  await ends;
  await stage();
  for (const [path, text] of Object.entries(texts)) {
    const there = await readFile(join(dataDir, 'builds', idOf(1), path), 'utf8');
    if (there !== text) throw new Error(`${path} is not what the bucket has`);
  }
  return first;
}

export const networkBucket: Kind = {
  name: 'network-bucket',
  promise:
    'Whatever the network to the bucket does, a replica has whole builds or none, and its next attempt succeeds.',
  how: 'A proxy between the S3 client and a bucket cuts, delays, garbles, resets or slows connections, for random spells.',
  full: 300,
  sample: 6,
  unmet: async () => null,
  async open({folder, seed, count}) {
    const {objects, texts} = objectsOf(1);
    const bucket = await startBucket(objects);
    const proxy = await startTcpProxy((bucket.address() as AddressInfo).port);
    const before = {...process.env};
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${proxy.port}`,
      AWS_ACCESS_KEY_ID: 'tester',
      AWS_SECRET_ACCESS_KEY: 'tester-secret',
    });
    const store = openS3('s3://builds/test/', 'FOLLOW');
    return {
      names: faultNames(seed, count),
      run: (name) => runCase(name, folder, proxy, store, texts),
      async close() {
        store.close();
        for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
          if (before[name] === undefined) delete process.env[name];
          else process.env[name] = before[name];
        await proxy.close();
        bucket.closeAllConnections();
        bucket.close();
      },
    };
  },
  mutants: [{...UNCHECKED_DOWNLOAD, count: 60, match: 'garbage'}],
};
