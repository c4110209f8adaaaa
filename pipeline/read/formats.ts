/** What a file is, by its name: of a mirror, or an entry of a zip. */
import type {Snapshot} from '../../datasets/artefacts.ts';

type Format = Snapshot['format'];

const FORMATS: Record<string, Format> = {
  csv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  geojson: 'geojson',
  xlsx: 'workbook',
  xls: 'workbook',
  zip: 'zip',
  xml: 'xml',
  jsonp: 'jsonp',
  html: 'html',
  htm: 'html',
};

/** Endings of names that are read. */
export const ENDINGS = Object.keys(FORMATS);

/** Facts about the file beside it: `rows.csv.json` is no data. */
const SIDECAR = new RegExp(`\\.(${ENDINGS.join('|')})\\.json$`, 'i');

/** Null for a file that is none of these. */
export function formatOf(path: string): Format | null {
  if (SIDECAR.test(path)) return null;
  if (/\.documents\.ndjson$/i.test(path)) return 'documents';
  return FORMATS[/\.([^.]+)$/.exec(path.toLowerCase())?.[1] ?? ''] ?? null;
}

/** Formats of which every file is one document, or many: no table has them. */
export const isDocumentFormat = (format: Format): boolean =>
  format === 'documents' || format === 'xml' || format === 'jsonp' || format === 'html';
