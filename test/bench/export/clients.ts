/** Clients of exports: curl, which drops what it reads, and Node's own. */
import {spawn} from 'node:child_process';
import {get as httpGet} from 'node:http';
import {atEnd, endChild} from '../closing.ts';
import type {Server} from '../queries/servers.ts';

/** What one download took. */
export interface Download {
  bytes: number;
  seconds: number;
}

/** How a client downloads a target, for so long at most; rejects where it is not answered. */
export type Client = (server: Server, target: string) => Promise<Download>;

/** Seconds after which a download is broken off: its speed is known by then. */
const MOST_SECONDS = 5;
/** The exit code of curl for that. */
const TIMED_OUT = 28;

const headersOf = ({key}: Server): Record<string, string> => ({
  'Accept-Encoding': 'identity',
  ...(key ? {'X-API-Key': key} : {}),
});

/** The program curl, to /dev/null. */
export const curl: Client = async (server, target) => {
  const headers = Object.entries(headersOf(server)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const form = '%{http_code} %{size_download} %{time_total}';
  const args = [
    '-s',
    '--fail',
    '-m',
    String(MOST_SECONDS),
    '-o',
    '/dev/null',
    '-w',
    form,
    ...headers,
    server.base + target,
  ];
  const child = spawn('curl', args, {stdio: ['ignore', 'pipe', 'inherit']});
  const end = atEnd(() => endChild(child, 'SIGTERM'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  await end();
  const [, bytes = 0, seconds = 0] = printed.split(' ').map(Number);
  if (code !== 0 && code !== TIMED_OUT) throw new Error(`curl ended with ${code} at ${target}`);
  return {bytes, seconds};
};

/** Node's HTTP client in this process. */
export const node: Client = (server, target) =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let bytes = 0;
    httpGet(server.base + target, {headers: headersOf(server), agent: false}, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${target} answered ${answer.statusCode}`));
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (performance.now() - startedAt > MOST_SECONDS * 1000) end();
      });
      const end = () => {
        resolve({bytes, seconds: (performance.now() - startedAt) / 1000});
        answer.destroy();
      };
      answer.on('end', end);
      answer.on('error', reject);
    }).on('error', reject);
  });
