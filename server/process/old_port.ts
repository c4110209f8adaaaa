/** The second port of earlier releases: its addresses lead to those of the one port, for one release. */
import {numeric, type Settings} from '../../datasets/settings.ts';
import {findFreePort} from './find_free_port.ts';

const SETTINGS = ['ACCOUNT_PORT', 'ACCOUNT_ORIGIN'] as const;

/** For each setting of the second port that is given: where things are now. */
export const saysOfOldPort = (values: Settings, origin: string): string[] =>
  SETTINGS.filter((name) => values[name]).map(
    (name) => `${name} is gone: accounts are on ${origin}/account, tools on ${origin}/mcp`,
  );

/**
 * Redirects requests to ACCOUNT_PORT, where it is given; rejects where it is taken. Returns what stops it.
 */
export async function redirectOldPort(
  values: Settings,
  host: string,
  origin: string,
): Promise<() => Promise<void>> {
  if (!values.ACCOUNT_PORT) return async () => {};
  const port = await findFreePort(host, numeric(values, 'ACCOUNT_PORT'), 'ACCOUNT_PORT');
  const {createServer} = await import('node:http');
  const server = createServer((request, response) => {
    const path = request.url?.startsWith('/') ? request.url : '/account';
    // The method and the body go along.
    response.writeHead(308, {Location: origin + path, 'Content-Length': '0', Connection: 'close'}).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
