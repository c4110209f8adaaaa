/** Lists the resources of a CKAN dataset that a source reads; warns of the others. */

import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {isObject, type JsonObject, lineOf, objectsOf, textOf} from '../runtime/unknown_json.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getJson} from './json.ts';

interface Resource {
  name: string;
  /** Absolute and encoded; empty where the portal has none. */
  url: string;
  format: string;
  /** As the portal writes it; such times sort as text. */
  modified: string;
}

/** Where the portal describes a dataset. */
export const datasetOf = (
  source: string,
  file: SourceFile,
  {base, dataset}: {base: string; dataset: string},
): Target => ({source, file: file.name, url: action(base, 'package_show', {id: dataset})});

/** The resources of a dataset as the portal lists them. */
export const rowsOf = async (target: Target, context: FetchContext): Promise<JsonObject[]> =>
  objectsOf(resultOf(target, await getJson(target, context))['resources']);

/** Format names that portals use. */
const CALLED: Partial<Record<SourceFile['format'], RegExp>> = {
  csv: /^csv$/i,
  geojson: /^geojson$/i,
  json: /^json$/i,
  shapefile: /^(shp|shapefile|zip)$/i,
  workbook: /^(xlsx?|excel)$/i,
};

/**
 * Resources with a matching name and format, in the portal's order. Empty, with a warning, where the lookup
 * fails or lists none; throws where no address is declared either.
 */
export async function listResources(
  source: string,
  file: SourceFile,
  via: Via<'ckan-files'>,
  excluded: NonNullable<Source['excluded']>,
  context: FetchContext,
  warn: (text: string) => void,
): Promise<Resource[]> {
  let all: Resource[];
  const target = datasetOf(source, file, via);
  try {
    all = (await rowsOf(target, context)).map((row) => resourceOf(row, via));
  } catch (error) {
    if (context.signal.aborted || !(error instanceof FetchError) || !via.fallback.length) throw error;
    warn(`lookup failed, the declared addresses are used: ${error.problem}`);
    return [];
  }
  const rest = withoutExcluded(all, excluded, warn);
  const isCalled = (format: string) => CALLED[file.format]?.test(format) === true;
  const wanted = rest.filter((one) => via.resources.test(one.name) && one.url !== '' && isCalled(one.format));
  const others = rest.filter((one) => !wanted.includes(one));
  if (others.length) {
    const names = others.map((one) => `${one.name} (${one.format || 'no format'})`);
    warn(`resources that are not known are passed over: ${names.join(', ')}`);
  }
  if (!wanted.length && !via.fallback.length) {
    const problem = `the portal lists no ${file.format} whose name matches ${via.resources}`;
    throw new FetchError(target, problem, 'look at the dataset and correct the declaration, or set MIRROR');
  }
  if (!wanted.length) warn('the portal lists no file, the declared addresses are used');
  return wanted;
}

function resourceOf(row: JsonObject, via: Via<'ckan-files'>): Resource {
  const translated = row['name_translated'];
  const names = [row['name'], ...(isObject(translated) ? [translated['en'], translated['fr']] : [])];
  const spelled = names.map(lineOf).filter(Boolean);
  return {
    name: spelled.find((name) => via.resources.test(name)) ?? spelled[0] ?? 'without a name',
    url: addressOf(row['url'], via.base),
    format: lineOf(row['format']),
    modified:
      ['last_modified', 'metadata_modified', 'created'].map((name) => lineOf(row[name])).find(Boolean) ?? '',
  };
}

/**
 * The address to request: blanks encoded, existing encoding kept, https where the portal itself uses it;
 * empty for an invalid one.
 */
export function addressOf(text: unknown, base: string): string {
  const parsed = URL.parse(textOf(text) ?? '');
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return '';
  if (base.startsWith('https:')) parsed.protocol = 'https:';
  return parsed.href;
}

function withoutExcluded(
  all: readonly Resource[],
  excluded: NonNullable<Source['excluded']>,
  warn: (text: string) => void,
): Resource[] {
  const ruleOf = ({name, url}: Resource) =>
    excluded.find(({files}) => files.test(name) || files.test(fileNameOf(url)));
  for (const rule of excluded) {
    const count = all.filter((one) => ruleOf(one) === rule).length;
    if (count) warn(`left out, ${count} of the portal's resources: ${rule.content}: ${rule.reason}`);
  }
  return all.filter((one) => !ruleOf(one));
}

/** Decoded last segment of an address; empty for an empty one. */
export function fileNameOf(url: string): string {
  const last = url ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  try {
    return decodeURIComponent(last).replace(/[/\\]/g, '_');
  } catch {
    return last; // a lone % in the address: keep the name as written
  }
}

/** Address of an action below the portal's base. */
export function action(base: string, name: string, query: Record<string, string>): string {
  return `${base.replace(/\/$/, '')}/api/3/action/${name}?${new URLSearchParams(query)}`;
}

/** The `result` of a response; throws the portal's own message where it reports failure. */
export function resultOf(target: Target, answer: JsonObject): JsonObject {
  const {success, result, error} = answer;
  if (success === true && isObject(result)) return result;
  const message =
    isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'no reason given';
  throw new FetchError(
    target,
    `the portal did not succeed: ${message}`,
    'correct the ids in the declaration',
  );
}
