/** Script of each kind of page, in bytes as they are sent. */
import {get as httpGet} from 'node:http';
import {get, type Server} from '../queries/servers.ts';

/** Bytes of a file with Brotli, not unpacked. */
const sentBytes = ({base}: Server, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    httpGet(base + path, {headers: {'Accept-Encoding': 'br'}}, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once('end', () => resolve(bytes));
    }).once('error', reject);
  });

/** Scripts that a page names, and modules that these import. */
async function scriptsOf(server: Server, page: string): Promise<string[]> {
  const html = (await get(server, page)).toString();
  const all = new Set([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path!));
  if (all.size === 0) throw new Error(`${page} names no script`);
  // What is added is walked, too.
  for (const path of all) {
    const text = (await get(server, path)).toString();
    for (const [, name] of text.matchAll(/^import .* from '\.\/([a-z_]+\.js)';$/gm))
      all.add(path.replace(/[^/]+$/, name!));
  }
  return [...all];
}

/** Sum over the scripts of a page. */
export async function scriptBytes(server: Server, page: string): Promise<{files: number; bytes: number}> {
  const paths = await scriptsOf(server, page);
  const sizes = await Promise.all(paths.map((path) => sentBytes(server, path)));
  return {files: paths.length, bytes: sizes.reduce((sum, one) => sum + one, 0)};
}
