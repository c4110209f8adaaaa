/** Downloads a single file of a CKAN portal. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {SourceFile} from '../../datasets/types.ts';
import {action, resultOf} from './ckan_api.ts';
import {fileNameOf} from './ckan_resources.ts';
import {download, type FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getJson} from './json.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

type Via<Portal> = Extract<SourceFile['via'], {portal: Portal}>;

/**
 * Downloads the file of a resource; where the lookup fails, the declared fallback is used, with a warning. Where HTTP
 * has no validator for the file, the portal's modification time serves as one.
 */
export async function fetchCkanFile(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Snapshot> {
  const {url, stamp} = await ckanResource(source, file, via, context);
  const format = via.entries ? 'zip' : file.format;
  return download({source, file: file.name, url}, format, context, {without_validator: stamp});
}

/** The address of the resource by the portal, or the declared fallback, with a warning. */
export async function ckanResource(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Resource> {
  const target = (url: string): Target => ({source, file: file.name, url});
  try {
    return await findResource(
      target(action(via.base, 'package_show', {id: via.dataset})),
      via.resource,
      context,
    );
  } catch (error) {
    if (context.signal.aborted || !(error instanceof FetchError)) throw error;
    const text = `lookup failed, the fixed address ${via.fallback} is used: ${error.problem}`;
    context.emit({kind: 'warning', source, file: file.name, text});
    return {url: via.fallback, stamp: null};
  }
}

export interface Resource {
  url: string;
  /** Changes with the file; null where the portal has none. */
  stamp: string | null;
}

async function findResource(target: Target, id: string | RegExp, context: FetchContext): Promise<Resource> {
  const {resources} = resultOf(target, await getJson(target, context));
  const resource = (Array.isArray(resources) ? resources.filter(isObject) : []).find((row) =>
    matchesResource(row, id),
  );
  const {url, last_modified} = resource ?? {};
  if (typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)) {
    return {url, stamp: typeof last_modified === 'string' && last_modified ? last_modified : null};
  }
  throw new FetchError(target, `resource ${id} has no address`, 'correct the resource id in the declaration');
}

/** By id, or by the file name in its address. */
function matchesResource({id, url}: JsonObject, wanted: string | RegExp): boolean {
  if (typeof wanted === 'string') return id === wanted;
  return typeof url === 'string' && URL.canParse(url) && wanted.test(fileNameOf(url));
}
