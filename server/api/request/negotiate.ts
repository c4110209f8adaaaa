/** Content negotiation: `Accept` to a format, `Accept-Encoding` to a coding (specification 1.5, 1.10). */
import type {ExportFormat, Format} from '../routes/parameters.ts';

interface Range {
  name: string;
  q: number;
}

export const MEDIA_TYPES: Record<Format | ExportFormat, string> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
};

/** `a;q=0.5, b` as ranges; a weight that cannot be read counts as 1. */
function ranges(header: string): Range[] {
  return header
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      const q = weight === undefined ? 1 : Number(weight);
      return {name, q: Number.isNaN(q) ? 1 : Math.min(1, Math.max(0, q))};
    })
    .filter(({name}) => name !== '');
}

/** The range that speaks most exactly of a media type, and how exactly (0 not at all, 3 by name). */
function best(all: readonly Range[], type: string): {q: number; exact: number} {
  const kinds = ['*/*', `${type.split('/')[0]}/*`, type];
  for (const exact of [3, 2, 1]) {
    const found = all.find(({name}) => name === kinds[exact - 1]);
    if (found) return {q: found.q, exact};
  }
  return {q: 0, exact: 0};
}

/** Format by `Accept`; JSON when nothing fits. At equal weight a type by name wins over a wildcard. */
export function negotiateFormat(accept: string | undefined, offered: readonly Format[]): Format {
  if (accept === undefined) return 'json';
  const all = ranges(accept);
  const [first] = offered
    .map((format) => ({format, ...best(all, MEDIA_TYPES[format])}))
    .filter(({q}) => q > 0)
    .sort((a, b) => b.q - a.q || b.exact - a.exact);
  return first?.format ?? 'json';
}

export type Coding = 'br' | 'gzip';

/** Coding by `Accept-Encoding`: `br` before `gzip` at equal weight; null for none. */
export function negotiateCoding(header: string | undefined): Coding | null {
  if (header === undefined) return null;
  const all = ranges(header);
  const weight = (name: string) =>
    (all.find((one) => one.name === name) ?? all.find((one) => one.name === '*'))?.q;
  const plain = all.find(({name}) => name === 'identity')?.q ?? 0;
  const [br, gzip] = [weight('br') ?? 0, weight('gzip') ?? 0];
  const top = Math.max(br, gzip);
  if (top === 0 || plain > top) return null;
  return br >= gzip ? 'br' : 'gzip';
}
