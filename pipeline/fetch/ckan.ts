/** Downloads a single file of a CKAN portal. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {firstReadable} from './candidates.ts';
import {action, resultOf} from './ckan_api.ts';
import {addressOf, fileNameOf} from './ckan_resources.ts';
import {download, type FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getJson} from './json.ts';
import {type JsonObject, objectsOf, textOf} from './unknown_json.ts';

type Via<Portal> = Extract<SourceFile['via'], {portal: Portal}>;

/**
 * Downloads the file of a resource; where the lookup fails, the declared fallback is used, with a warning.
 * Where HTTP has no validator for the file, the portal's modification time serves as one.
 */
export async function fetchCkanFile(
  source: Source,
  file: SourceFile,
  via: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Snapshot> {
  const found = await ckanResources(source.slug, file, via, context);
  const format = via.entries ? 'zip' : file.format;
  const candidates = found.map(({url, stamp}) => ({
    url,
    fetch: () =>
      download({source: source.slug, file: file.name, url}, format, context, {without_validator: stamp}),
  }));
  return firstReadable(source, file.name, candidates, context);
}

/**
 * The resources by the portal that may be the file, in its order, or the declared fallback, with a warning.
 */
export async function ckanResources(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Resource[]> {
  const target = {source, file: file.name, url: action(via.base, 'package_show', {id: via.dataset})};
  try {
    return await findResources(target, via, context);
  } catch (error) {
    if (context.signal.aborted || !(error instanceof FetchError)) throw error;
    const text = `lookup failed, the fixed address ${via.fallback} is used: ${error.problem}`;
    context.emit({kind: 'warning', source, file: file.name, text});
    return [{url: via.fallback, stamp: null}];
  }
}

export interface Resource {
  url: string;
  /** Changes with the file; null where the portal has none. */
  stamp: string | null;
}

async function findResources(
  target: Target,
  {base, resource: id}: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Resource[]> {
  const {resources} = resultOf(target, await getJson(target, context));
  const matching = objectsOf(resources).filter((row) => matchesResource(row, id));
  const found = matching.flatMap(({url, last_modified}) => {
    const address = addressOf(url, base);
    return address ? [{url: address, stamp: textOf(last_modified)}] : [];
  });
  if (found.length) return found;
  throw new FetchError(target, `resource ${id} has no address`, 'correct the resource id in the declaration');
}

/** By id, or by the file name in its address. */
function matchesResource({id, url}: JsonObject, wanted: string | RegExp): boolean {
  if (typeof wanted === 'string') return id === wanted;
  return typeof url === 'string' && URL.canParse(url) && wanted.test(fileNameOf(url));
}
