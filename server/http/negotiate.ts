/**
 * Content negotiation: `Accept` to a media type, `Accept-Language` to a language, `Accept-Encoding` to a
 * content coding. hono's `parseAccept` is not used: it sorts ranges, so that a repeated range gets another
 * weight, and it reads `q=`, `q=NaN` and quoted values differently.
 */

/**
 * Parses `a;q=0.5, b` to weights by name. The first of equal names counts; a weight that is not a number is 1.
 * `nameOf`: what of a name is compared.
 */
function parseRanges(header: string, nameOf = (name: string) => name): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const q = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    const weight = Number.isNaN(q) ? 1 : Math.min(1, Math.max(0, q));
    if (!weights.has(nameOf(name))) weights.set(nameOf(name), weight);
  }
  return weights;
}

/** The media type that `Accept` prefers, or null. At equal weight the more specific range wins. */
export function negotiateMediaType(accept: string, offered: readonly string[]): string | null {
  const weights = parseRanges(accept);
  const [first] = offered
    .map((type) => {
      const names = ['*/*', `${type.split('/')[0]}/*`, type];
      const specificity = names.findLastIndex((name) => weights.has(name));
      return {type, specificity, q: weights.get(names[specificity]!) ?? 0};
    })
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
  const weights = parseRanges(header ?? '', (name) => name.split('-')[0]!);
  const weight = (language: string) => weights.get(language) ?? weights.get('*') ?? 0;
  return offered.reduce((best, one) => (weight(one) > weight(best) ? one : best));
}

export type ContentCoding = 'br' | 'gzip';

/** The coding that `Accept-Encoding` prefers, `br` before `gzip` at equal weight; null for none. */
export function negotiateEncoding(header: string | undefined): ContentCoding | null {
  if (header === undefined) return null;
  const weights = parseRanges(header);
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weight('br'), weight('gzip')];
  const top = Math.max(br, gzip);
  if (top === 0 || (weights.get('identity') ?? 0) > top) return null;
  return br >= gzip ? 'br' : 'gzip';
}
