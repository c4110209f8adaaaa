/** The JSON variant is sniffed from the first bytes. */
import {ReadError} from './types.ts';

/** Start of a CKAN response, with or without a help link. */
const ANSWER = /^\{\s*(?:"help"\s*:\s*"[^"]*"\s*,\s*)?"success"\s*:\s*true\b/;

export type JsonVariant = 'answer' | 'array' | 'geojson' | 'json' | 'jsonl';

/**
 * `array`: of objects. `answer`: CKAN records. `geojson`: a FeatureCollection. `json`: titles and rows.
 * `jsonl`: an object per line. `declared` applies where the first bytes show none of the first three. Throws
 * ReadError for a web page.
 */
export function jsonVariantOf(
  source: string,
  name: string,
  head: Buffer,
  declared: 'json' | 'jsonl' | 'geojson',
): JsonVariant {
  const fault = (problem: string, remedy: string) => new ReadError(source, name, problem, remedy);
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('<')) throw fault('an HTML or XML page instead of JSON', 'fetch it again later');
  if (text.startsWith('[')) return 'array';
  if (ANSWER.test(text)) return 'answer';
  if (!/"type"\s*:\s*"FeatureCollection"/.test(text)) {
    if (declared !== 'geojson') return declared;
    if (!text) throw fault('the file is empty', 'fetch it again');
    if (!/"features"\s*:/.test(text)) {
      const shown = text.slice(0, 60).replace(/\s+/g, ' ');
      throw fault(
        `no FeatureCollection: it begins ${shown}`,
        'the publisher answered otherwise: fetch it again',
      );
    }
  }
  return 'geojson';
}
