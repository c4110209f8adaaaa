/**
 * Content negotiation: `Accept` to a media type, `Accept-Language` to a language, `Accept-Encoding` to a
 * content coding. hono's `parseAccept` is not used: it sorts ranges, so that a repeated range gets another
 * weight, and it reads `q=`, `q=NaN` and quoted values differently.
 */

interface Range {
  name: string;
  q: number;
}

/** Parses `a;q=0.5, b`; a weight that is not a number counts as 1. */
function parseRanges(header: string): Range[] {
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

/**
 * The most specific range that matches a media type, and its specificity: 0 none, 1 any type, 2 main type, 3
 * exact.
 */
function mostSpecific(ranges: readonly Range[], type: string): {q: number; specificity: number} {
  const names = ['*/*', `${type.split('/')[0]}/*`, type];
  for (const specificity of [3, 2, 1]) {
    const range = ranges.find(({name}) => name === names[specificity - 1]);
    if (range) return {q: range.q, specificity};
  }
  return {q: 0, specificity: 0};
}

/** The media type that `Accept` prefers, or null. At equal weight the more specific range wins. */
export function negotiateMediaType(accept: string, offered: readonly string[]): string | null {
  const ranges = parseRanges(accept);
  const [first] = offered
    .map((type) => ({type, ...mostSpecific(ranges, type)}))
    .filter(({q}) => q > 0)
    .sort((a, b) => b.q - a.q || b.specificity - a.specificity);
  return first?.type ?? null;
}

/**
 * The offered language that `Accept-Language` prefers, the first one at equal weight or where none fits;
 * `fr-CA` is `fr`.
 */
export function negotiateLanguage(
  header: string | undefined,
  offered: readonly [string, ...string[]],
): string {
  const ranges = parseRanges(header ?? '');
  const weight = (language: string) =>
    (ranges.find(({name}) => name.split('-')[0] === language) ?? ranges.find(({name}) => name === '*'))?.q ??
    0;
  return offered.reduce((best, one) => (weight(one) > weight(best) ? one : best));
}

export type ContentCoding = 'br' | 'gzip';

/** The coding that `Accept-Encoding` prefers, `br` before `gzip` at equal weight; null for none. */
export function negotiateEncoding(header: string | undefined): ContentCoding | null {
  if (header === undefined) return null;
  const ranges = parseRanges(header);
  const weight = (name: string) =>
    (ranges.find((range) => range.name === name) ?? ranges.find((range) => range.name === '*'))?.q;
  const identity = ranges.find(({name}) => name === 'identity')?.q ?? 0;
  const [br, gzip] = [weight('br') ?? 0, weight('gzip') ?? 0];
  const top = Math.max(br, gzip);
  if (top === 0 || identity > top) return null;
  return br >= gzip ? 'br' : 'gzip';
}
