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

/** How a client downloads a target; rejects where it is not answered whole. */
export type Client = (server: Server, target: string) => Promise<Download>;

const headersOf = ({key}: Server): Record<string, string> => ({
  'Accept-Encoding': 'identity',
  ...(key ? {'X-API-Key': key} : {}),
});

/** The program curl, to /dev/null. */
export const curl: Client = async (server, target) => {
  const headers = Object.entries(headersOf(server)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const form = '%{http_code} %{size_download} %{time_total}';
  const args = ['-sS', '--fail', '-o', '/dev/null', '-w', form, ...headers, server.base + target];
  const child = spawn('curl', args, {stdio: ['ignore', 'pipe', 'inherit']});
  const end = atEnd(() => endChild(child, 'SIGTERM'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  await end();
  const [, bytes = 0, seconds = 0] = printed.split(' ').map(Number);
  if (code !== 0) throw new Error(`curl ended with ${code} at ${target}`);
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
      });
      answer.on('end', () => resolve({bytes, seconds: (performance.now() - startedAt) / 1000}));
      answer.on('error', reject);
    }).on('error', reject);
  });
