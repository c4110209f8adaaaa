/** The head of an HTTP/1.1 response. */

export interface ResponseHead {
  status: number;
  /** By names in small letters. */
  headers: Map<string, string>;
  /** Bytes of the body; null where only the end of the stream or of its chunks tells. */
  length: number | null;
  /** Whether the connection takes another request after the body. */
  isKept: boolean;
}

/** Where the head ends, which is where the body begins; -1: it is not complete. */
export function endOfHead(bytes: Buffer): number {
  const at = bytes.indexOf('\r\n\r\n');
  return at < 0 ? -1 : at + 4;
}

/** Reads a head. Throws if it is none. */
export function parseHead(bytes: Buffer): ResponseHead {
  const [first = '', ...lines] = bytes.toString('latin1').split('\r\n');
  const [, minor, status] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first) ?? [];
  if (status === undefined) throw new Error('what the store sends is not HTTP/1.1');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at > 0) headers.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim());
  }
  const stated = headers.get('content-length');
  const isFramed = stated !== undefined && /^\d{1,15}$/.test(stated) && !headers.has('transfer-encoding');
  const connection = headers.get('connection')?.toLowerCase();
  return {
    status: Number(status),
    headers,
    length: isFramed ? Number(stated) : null,
    isKept: minor === '1' ? connection !== 'close' : connection === 'keep-alive',
  };
}
