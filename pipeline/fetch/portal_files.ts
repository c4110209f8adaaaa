/** Files and tables of portals, for those who fetch, probe or draft. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {arcgisTable} from './arcgis.ts';
import {itemAddresses} from './arcgis_hub.ts';
import {ckanResources, yearlyFiles} from './ckan.ts';
import {ckanTable} from './ckan_table.ts';
import type {Reader} from './columns.ts';
import {type Address, type DownloadOptions, download, type FetchContext, warn} from './download.ts';
import {NotFoundError} from './errors.ts';
import {type Format, tableFormat} from './inspect.ts';
import {socrataTable} from './socrata.ts';
import {firstReadable} from './stands_alone.ts';
import type {Table} from './table.ts';

/** A file of a portal. */
export interface ListedFile {
  name: string;
  format: Format;
  /** Absent: `format` is right. */
  formatOf?: DownloadOptions['formatOf'];
  /** Where it may lie, the best first. */
  addresses: readonly Address[];
  /** The year that it is of, where the portal has one a year. */
  year?: string;
  /** The portal's list lacks the year: a 404 at its declared addresses then means that it is gone. */
  unlisted?: boolean;
}

type FilePortal = 'plain' | 'ckan-file' | 'ckan-files' | 'arcgis-items';

/** The files for which a declared one stands, as the portal lists them; throws FetchError for none. */
export async function listedFiles(
  source: Pick<Source, 'slug' | 'excluded'>,
  file: SourceFile,
  via: Via<FilePortal>,
  context: FetchContext,
): Promise<ListedFile[]> {
  const {name} = file;
  const format = 'entries' in via && via.entries ? 'zip' : file.format;
  switch (via.portal) {
    case 'plain':
      return [{name, format, addresses: [{name, url: via.url}]}];
    case 'ckan-file':
      return [{name, format, addresses: await ckanResources(source.slug, file, via, context)}];
    case 'ckan-files': {
      const years = await yearlyFiles(source, file, via, context);
      return years.map((one) => ({...one, name: one.addresses[0]?.name ?? one.year, format}));
    }
    case 'arcgis-items': {
      const items = await itemAddresses(source.slug, file, via, context);
      return items.map((one) => ({name: one.name, format, formatOf: tableFormat, addresses: [one]}));
    }
  }
}

/**
 * Downloads a file from the first of its addresses that has it in a form that can be read; null for one of a
 * year that is gone.
 */
export async function fetchListed(
  source: Source,
  {name, format, formatOf, addresses, year, unlisted}: ListedFile,
  context: FetchContext,
): Promise<Snapshot | null> {
  const candidates = addresses.map(({name: file, url, stamp}) => ({
    url,
    fetch: () =>
      download({source: source.slug, file, url}, format, context, {without_validator: stamp, formatOf}),
  }));
  const [first, ...others] = candidates;
  if (first && !others.length && year === undefined) return first.fetch();
  try {
    const called = year === undefined ? name : `${year} (${format})`;
    return await firstReadable(source, called, candidates, context);
  } catch (error) {
    if (!unlisted || !(error instanceof NotFoundError)) throw error;
    const text = `${year} is neither in the portal's list nor at its declared addresses: passed over`;
    warn(context, {source: source.slug, file: ''}, text);
    return null;
  }
}

const TABLES = {socrata: socrataTable, arcgis: arcgisTable, 'ckan-datastore': ckanTable};

type TablePortal = keyof typeof TABLES;

/** The table of a portal that gives rows page by page. Throws FetchError where it is not there. */
export function openTable(
  source: Reader,
  file: SourceFile,
  via: Via<TablePortal>,
  context: FetchContext,
): Promise<Table> {
  const open = TABLES[via.portal] as (
    ...asked: [Reader, SourceFile, typeof via, FetchContext]
  ) => Promise<Table>;
  return open(source, file, via, context);
}
