/** Reads a small document at an address that a stranger names: from public https hosts alone. */
import {isIP} from 'node:net';
import {Agent, type Dispatcher, request} from 'undici';
import {lookupOutside} from '../../builds/private_addresses.ts';

/** Most bytes of a document, and most time for all of it. */
const MOST_BYTES = 10_240;
const MOST_MS = 5_000;

/** Names are resolved once, and the address that was checked is the one that is connected. */
const outside = new Agent({connect: {lookup: lookupOutside, timeout: MOST_MS}, pipelining: 0});

/** True of https addresses of named hosts at the usual port, as URL parsers write them. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.href !== text || url.protocol !== 'https:') return false;
  if (url.port !== '' || url.username !== '' || url.password !== '') return false;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && url.hostname.includes('.');
}

/** The text of a JSON document. Throws for another status, a redirect too, another type and a longer one. */
export async function fetchPublic(address: string, dispatcher: Dispatcher = outside): Promise<string> {
  if (!isPublicUrl(address)) throw new Error(`${address} is no public address`);
  const {statusCode, headers, body} = await request(address, {
    dispatcher,
    signal: AbortSignal.timeout(MOST_MS),
    headers: {accept: 'application/json'},
  });
  // A body that is left before its end says so by an event, which nobody else hears.
  body.on('error', () => {});
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(String(headers['content-type']));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (statusCode !== 200 || !isJson) throw new Error(`${address} answers ${statusCode}, and no JSON`);
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new Error(`${address} has more than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).toString();
}
