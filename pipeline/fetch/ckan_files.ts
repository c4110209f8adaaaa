/**
 * Downloads CKAN datasets with one file per year; declared addresses replace what the portal does not list.
 */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {firstReadable} from './candidates.ts';
import {fileNameOf, listResources, type Resource} from './ckan_resources.ts';
import {download, type FetchContext} from './download.ts';
import {NotFoundError} from './errors.ts';
import type {Fetch} from './stands_alone.ts';

type Via = Extract<SourceFile['via'], {portal: 'ckan-files'}>;

/** The file of one year (the pattern's first group), at the first of its addresses that has one. */
export interface Yearly {
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
  via: Via,
  context: FetchContext,
): Promise<Fetch[]> {
  const years = await yearlyFiles(source, file, via, context);
  return years.map((one) => ({
    name: one.addresses[0]?.name ?? one.year,
    start: () => fetchYear(source, file.format, one, context),
  }));
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
    context.emit({kind: 'warning', source: source.slug, file: '', text});
    return null;
  }
}
