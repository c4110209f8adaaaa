/** CKAN portals: files found by resource id. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {SourceFile} from '../../datasets/types.ts';
import {action, resultOf} from './ckan_api.ts';
import {fileNameOf} from './ckan_resources.ts';
import {download, type Visit} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {getJson} from './json.ts';
import {isObject, type JsonObject} from './shape.ts';

type Via<Portal> = Extract<SourceFile['via'], {portal: Portal}>;

/**
 * Downloads the file that the portal names for the resource; where the lookup fails or lacks it, the declared
 * fallback stands in and an event says so.
 */
export async function fetchCkanFile(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  visit: Visit,
): Promise<Snapshot> {
  const target = (url: string): Target => ({source, file: file.name, url});
  let url = via.fallback;
  try {
    url = await resourceUrl(target(action(via.base, 'package_show', {id: via.dataset})), via.resource, visit);
  } catch (error) {
    if (visit.signal.aborted || !(error instanceof FetchError)) throw error;
    const text = `lookup failed, the fixed address ${via.fallback} is used: ${error.what}`;
    visit.tell({kind: 'noted', source, file: file.name, text});
  }
  return download(target(url), via.entries ? 'zip' : file.format, visit);
}

async function resourceUrl(target: Target, id: string | RegExp, visit: Visit): Promise<string> {
  const {resources} = resultOf(target, await getJson(target, visit));
  const url = (Array.isArray(resources) ? resources.filter(isObject) : []).find((row) => isMeant(row, id))?.[
    'url'
  ];
  if (typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)) return url;
  throw new FetchError(target, `resource ${id} has no address`, 'correct the resource id in the declaration');
}

/** By its id, or by the name of the file at its address. */
function isMeant({id, url}: JsonObject, wanted: string | RegExp): boolean {
  if (typeof wanted === 'string') return id === wanted;
  return typeof url === 'string' && URL.canParse(url) && wanted.test(fileNameOf(url));
}
