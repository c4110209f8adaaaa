/** Downloads CKAN datasets with one file per year; declared addresses replace what the portal does not list. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {fileNameOf, listResources, type Resource} from './ckan_resources.ts';
import {download, type FetchContext} from './download.ts';
import {FetchError, NotFoundError} from './errors.ts';

type Via = Extract<SourceFile['via'], {portal: 'ckan-files'}>;

/** The file of one year (the pattern's first group), at the first of its addresses that has one. */
export interface Yearly {
  year: string;
  addresses: {url: string; name: string}[];
  /** The portal's list lacks the year: a 404 at its declared addresses then means that it is gone. */
  unlisted: boolean;
}

/** A pending file; resolves to null where the publisher no longer has it, with a warning. */
export type Fetch = () => Promise<Snapshot | null>;

/**
 * The files that the portal lists, oldest year first. Declared addresses replace the list where the lookup fails, and
 * are fallbacks for years and addresses that it lacks. Warns of what is not fetched; a listed year without a reachable
 * file throws when it is fetched.
 */
export async function ckanFiles(
  source: Pick<Source, 'slug' | 'excluded'>,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Fetch[]> {
  const how = {...file, ...(via.entries ? {entries: via.entries} : {})};
  return (await yearlyFiles(source, file, via, context)).map(
    (one) => () => fetchYear(source.slug, how, one, context),
  );
}

/** The years to fetch with their addresses, as ckanFiles. */
export async function yearlyFiles(
  {slug, excluded = []}: Pick<Source, 'slug' | 'excluded'>,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Yearly[]> {
  const warn = (text: string) => context.emit({kind: 'warning', source: slug, file: file.name, text});
  const listed = await listResources(slug, file, via, excluded, context, warn);
  const declared = via.fallback.map(({name, url}) => ({name, url, format: file.format, modified: ''}));
  const years = new Map<string, {urls: string[]; unlisted: boolean}>();
  for (const one of [...newestFirst(listed, via, warn), ...declared]) {
    const year = via.resources.exec(one.name)?.[1];
    if (year === undefined) continue;
    const known = years.get(year);
    if (!known) years.set(year, {urls: [one.url], unlisted: listed.length > 0 && !listed.includes(one)});
    else if (!known.urls.includes(one.url)) known.urls.push(one.url);
  }
  const files = named(years);
  const absent = files.filter((one) => one.unlisted).map((one) => one.year);
  if (absent.length) warn(`not in the portal's list, declared addresses are tried: ${absent.join(', ')}`);
  return files;
}

/** Of several resources of a year the newest comes first; the others are fallbacks, with a warning. */
function newestFirst(listed: readonly Resource[], via: Via, warn: (text: string) => void): Resource[] {
  const yearOf = ({name}: Resource): string => via.resources.exec(name)?.[1] ?? '';
  const sorted = [...listed].sort((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0));
  for (const year of new Set(sorted.map(yearOf))) {
    const [first, ...others] = sorted.filter((one) => yearOf(one) === year);
    const further = others.filter((one) => one.url !== first?.url).map((one) => one.url);
    if (further.length) {
      warn(`${year} is listed more than once: ${first?.url} is read and not ${further.join(', ')}`);
    }
  }
  return sorted;
}

/** Years in order. A file is named after its address, prefixed with the year where two years share a name. */
function named(years: ReadonlyMap<string, {urls: string[]; unlisted: boolean}>): Yearly[] {
  const users = new Map<string, Set<string>>();
  for (const [year, {urls}] of years) {
    for (const url of urls) users.set(fileNameOf(url), (users.get(fileNameOf(url)) ?? new Set()).add(year));
  }
  return [...years]
    .map(([year, {urls, unlisted}]) => ({
      year,
      unlisted,
      addresses: urls.map((url) => {
        const name = fileNameOf(url);
        return {url, name: (users.get(name)?.size ?? 0) > 1 ? `${year}-${name}` : name};
      }),
    }))
    .sort((a, b) => (a.year < b.year ? -1 : 1));
}

async function fetchYear(
  source: string,
  {format, entries}: Pick<SourceFile, 'format'> & Pick<Via, 'entries'>,
  {year, addresses, unlisted}: Yearly,
  context: FetchContext,
): Promise<Snapshot | null> {
  const tried: string[] = [];
  for (const {url, name} of addresses) {
    try {
      const snapshot = await download({source, file: name, url}, entries ? 'zip' : format, context);
      if (tried.length) {
        const text = `nothing at ${tried.join(', ')}: ${url} stands in`;
        context.emit({kind: 'warning', source, file: name, text});
      }
      return snapshot;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      tried.push(url);
    }
  }
  if (unlisted) {
    const text = `${year} is neither in the portal's list nor at its declared addresses: passed over`;
    context.emit({kind: 'warning', source, file: '', text});
    return null;
  }
  throw new FetchError(
    {source, file: `${year} (${format})`, url: tried.join(', ')},
    'nothing is there',
    'look for the year at the publisher and correct the declared addresses, or set MIRROR to a folder with all years',
  );
}
