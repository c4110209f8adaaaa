/** Reads messages as their readers do: headers, plain text and HTML. */

export interface ParsedMail {
  /** By name in lower case, unfolded and decoded. */
  headers: Map<string, string>;
  /** Names of all header lines, in their order. */
  names: string[];
  text: string;
  html: string;
  /** The first address with a token in the plain text, below the origin; null without one. */
  link: string | null;
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Encoded words of RFC 2047. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(body, 'base64').toString('utf8')
        : quotedPrintable(body.replaceAll('_', ' ')),
    );

function headersOf(block: string) {
  const lines = block.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const pairs = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())] as const;
  });
  return {headers: new Map(pairs), names: pairs.map(([name]) => name)};
}

function partOf(message: string, type: string): string {
  const from = message.indexOf(`Content-Type: ${type}`);
  if (from < 0) return '';
  const begin = message.indexOf('\r\n\r\n', from) + 4;
  const end = message.indexOf('\r\n----', begin);
  const body = message.slice(begin, end < 0 ? undefined : end);
  const head = message.slice(from, begin);
  return /quoted-printable/i.test(head)
    ? quotedPrintable(body)
    : Buffer.from(body, 'latin1').toString('utf8');
}

/** `raw`: bytes as latin1 text. */
export function parseMail(raw: string): ParsedMail {
  const text = partOf(raw, 'text/plain').replaceAll('\r\n', '\n');
  const [address = null] = /https?:\S+\?token=\S+/.exec(text) ?? [];
  const url = address === null ? null : new URL(address);
  return {
    ...headersOf(raw.slice(0, raw.indexOf('\r\n\r\n'))),
    text,
    html: partOf(raw, 'text/html'),
    link: url && url.pathname + url.search,
  };
}
