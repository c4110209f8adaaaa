/** Downloads files of CKAN portals: single ones, and those of datasets with one file per year. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {textOf} from '../runtime/unknown_json.ts';
import {addressOf, datasetOf, fileNameOf, listResources, rowsOf} from './ckan_resources.ts';
import {download, type FetchContext, warn} from './download.ts';
import {FetchError, NotFoundError, targetsOf} from './errors.ts';
import {type Fetch, firstReadable} from './stands_alone.ts';

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
    fetch: () => download(targetsOf(source, file)(url), format, context, {without_validator: stamp}),
  }));
  return firstReadable(source, file.name, candidates, context);
}

/** An address of a file; `stamp` changes with the file, null where the portal has none. */
interface Listed {
  url: string;
  stamp: string | null;
}

/**
 * The resources by the portal that may be the file, in its order, or the declared fallback, with a warning.
 * They match by id, or by the file name in their address.
 */
export async function ckanResources(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Listed[]> {
  const target = datasetOf(source, file, via);
  const {base, resource, fallback} = via;
  try {
    const listed = (await rowsOf(target, context)).flatMap((row): Listed[] => {
      const url = textOf(row['url']) ?? '';
      const matches =
        typeof resource === 'string'
          ? row['id'] === resource
          : URL.canParse(url) && resource.test(fileNameOf(url));
      const address = matches ? addressOf(url, base) : '';
      return address ? [{url: address, stamp: textOf(row['last_modified'])}] : [];
    });
    if (listed.length) return listed;
    const problem = `resource ${resource} has no address`;
    throw new FetchError(target, problem, 'correct the resource id in the declaration');
  } catch (error) {
    if (context.signal.aborted || !(error instanceof FetchError)) throw error;
    warn(context, target, `lookup failed, the fixed address ${fallback} is used: ${error.problem}`);
    return [{url: fallback, stamp: null}];
  }
}

/** The file of one year (the pattern's first group), at the first of its addresses that has one. */
interface Yearly {
  year: string;
  addresses: {url: string; name: string}[];
  /** The portal's list lacks the year: a 404 at its declared addresses then means that it is gone. */
  unlisted: boolean;
}

/**
 * The files that the portal lists, oldest year first. Declared addresses replace the list where the lookup
 * fails, and are fallbacks for years and addresses that it lacks. Warns of what is not fetched; a listed year
 * without a reachable file throws when it is fetched.
 */
export async function ckanFiles(
  source: Source,
  file: SourceFile,
  via: Via<'ckan-files'>,
  context: FetchContext,
): Promise<Fetch[]> {
  const years = await yearlyFiles(source, file, via, context);
  return years.map((one) => ({
    name: one.addresses[0]?.name ?? one.year,
    start: () => fetchYear(source, file.format, one, context),
  }));
}

/**
 * The years to fetch with their addresses, as ckanFiles. Of several resources of a year the newest comes
 * first; the others are fallbacks, with a warning. A file is named after its address, prefixed with the year
 * where two years share a name.
 */
export async function yearlyFiles(
  {slug, excluded = []}: Pick<Source, 'slug' | 'excluded'>,
  file: SourceFile,
  via: Via<'ckan-files'>,
  context: FetchContext,
): Promise<Yearly[]> {
  const warnOf = (text: string) => warn(context, {source: slug, file: file.name}, text);
  const yearOf = ({name}: {name: string}): string => via.resources.exec(name)?.[1] ?? '';
  const listed = await listResources(slug, file, via, excluded, context, warnOf);
  listed.sort((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0));
  for (const [year, [first, ...others]] of Map.groupBy(listed, yearOf)) {
    const further = others.map(({url}) => url).filter((url) => url !== first?.url);
    if (further.length)
      warnOf(`${year} is listed more than once: ${first?.url} is read and not ${further.join(', ')}`);
  }
  const known = new Set(listed.map(yearOf));
  const years = [...Map.groupBy([...listed, ...via.fallback], yearOf)]
    .filter(([year]) => year !== '')
    .map(([year, ones]) => ({year, urls: [...new Set(ones.map(({url}) => url))]}))
    .sort((a, b) => (a.year < b.year ? -1 : 1));
  const names = years.flatMap(({urls}) => [...new Set(urls.map(fileNameOf))]);
  const nameIn = (year: string, name: string) =>
    names.indexOf(name) < names.lastIndexOf(name) ? `${year}-${name}` : name;
  const files = years.map(({year, urls}) => ({
    year,
    addresses: urls.map((url) => ({url, name: nameIn(year, fileNameOf(url))})),
    unlisted: known.size > 0 && !known.has(year),
  }));
  const absent = files.filter((one) => one.unlisted).map((one) => one.year);
  if (absent.length) warnOf(`not in the portal's list, declared addresses are tried: ${absent.join(', ')}`);
  return files;
}

async function fetchYear(
  source: Source,
  format: SourceFile['format'],
  {year, addresses, unlisted}: Yearly,
  context: FetchContext,
): Promise<Snapshot | null> {
  const candidates = addresses.map(({url, name}) => ({
    url,
    fetch: () => download({source: source.slug, file: name, url}, format, context),
  }));
  try {
    return await firstReadable(source, `${year} (${format})`, candidates, context);
  } catch (error) {
    if (!unlisted || !(error instanceof NotFoundError)) throw error;
    const text = `${year} is neither in the portal's list nor at its declared addresses: passed over`;
    warn(context, {source: source.slug, file: ''}, text);
    return null;
  }
}
