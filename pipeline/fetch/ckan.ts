/** Addresses of files of CKAN portals: of single ones, and of datasets with one file per year. */
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {textOf} from '../runtime/unknown_json.ts';
import {addressOf, datasetOf, fileNameOf, listResources, rowsOf} from './ckan_resources.ts';
import {type Address, type FetchContext, warn} from './download.ts';
import {FetchError} from './errors.ts';

/**
 * The resources by the portal that may be the file, in its order, or the declared fallback, with a warning.
 * They match by id, or by the file name in their address.
 */
export async function ckanResources(
  source: string,
  file: SourceFile,
  via: Via<'ckan-file'>,
  context: FetchContext,
): Promise<Address[]> {
  const target = datasetOf(source, file, via);
  const {base, resource, fallback} = via;
  try {
    const listed = (await rowsOf(target, context)).flatMap((row): Address[] => {
      const url = textOf(row['url']) ?? '';
      const matches =
        typeof resource === 'string'
          ? row['id'] === resource
          : URL.canParse(url) && resource.test(fileNameOf(url));
      const address = matches ? addressOf(url, base) : '';
      return address ? [{name: file.name, url: address, stamp: textOf(row['last_modified'])}] : [];
    });
    if (listed.length) return listed;
    const problem = `resource ${resource} has no address`;
    throw new FetchError(target, problem, 'correct the resource id in the declaration');
  } catch (error) {
    if (context.signal.aborted || !(error instanceof FetchError)) throw error;
    warn(context, target, `lookup failed, the fixed address ${fallback} is used: ${error.problem}`);
    return [{name: file.name, url: fallback, stamp: null}];
  }
}

/**
 * The years to fetch (the pattern's first group) with their addresses, oldest first. Declared addresses
 * replace the list where the lookup fails, and are fallbacks for years and addresses that it lacks. Of
 * several resources of a year the newest comes first; the others are fallbacks, with a warning. A file is
 * named after its address, prefixed with the year where two years share a name. Warns of what is not fetched.
 */
export async function yearlyFiles(
  {slug, excluded = []}: Pick<Source, 'slug' | 'excluded'>,
  file: SourceFile,
  via: Via<'ckan-files'>,
  context: FetchContext,
) {
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
