/** A probe for each kind of portal, in one table. */
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {openStoredCrawl} from '../fetch/crawl_files.ts';
import {fetchPage} from '../fetch/crawl_page.ts';
import {seedPages} from '../fetch/crawl_pages.ts';
import type {FetchContext} from '../fetch/download.ts';
import {NotFoundError} from '../fetch/errors.ts';
import * as opendatasoft from '../fetch/opendatasoft.ts';
import {validator} from '../fetch/paged_table.ts';
import {type ListedFile, listedFiles, openTable} from '../fetch/portal_files.ts';
import {LIVE} from '../fetch/store.ts';
import type {Table} from '../fetch/table.ts';
import {probeAddress, problemOf} from './address.ts';
import {columnProbe, documentFacts} from './content.ts';
import {canBeTried, TRIED_ROWS} from './trial.ts';
import {type FileProbe, reachable} from './types.ts';

/** Probes a declared file, which may stand for several; a fault of it is the problem of its probe. */
export const probeFile = (
  source: Source,
  file: SourceFile,
  context: FetchContext,
  dataDir: string,
): Promise<FileProbe[]> => caught(file.name, () => probesOf(source, file, context, dataDir));

/** Throws FetchError or ReadError where an ingest would. */
async function probesOf(
  source: Source,
  file: SourceFile,
  context: FetchContext,
  dataDir: string,
): Promise<FileProbe[]> {
  const {via} = file;
  switch (via.portal) {
    case 'plain':
    case 'ckan-file':
    case 'ckan-files':
    case 'arcgis-items':
      return probeListed(source, await listedFiles(source, file, via, context), context);
    case 'ckan-datastore':
    case 'socrata':
    case 'arcgis':
      return probeTable(source, await openTable(source, file, via, context), context);
    case 'opendatasoft':
      return probeExport(source, file, via, context);
    case 'crawl':
      return probeCrawl(source, file, via, context);
    case 'local': {
      const found = await stat(join(dataDir, via.path)).catch(() => null);
      return found ? [{...reachable(file.name), bytes: found.size}] : [];
    }
  }
}

const caught = (name: string, work: () => Promise<FileProbe[]>): Promise<FileProbe[]> =>
  work().catch((error: unknown) => [{...reachable(name), problem: problemOf(error)}]);

/**
 * The first address that has the file in a form that the source reads, as an ingest takes it. Throws where
 * nothing is at the last one.
 */
async function firstProbed(source: Source, file: ListedFile, context: FetchContext): Promise<FileProbe> {
  let unread: FileProbe | null = null;
  for (const [at, address] of file.addresses.entries()) {
    try {
      const probe = await probeAddress(source, {...file, ...address}, context);
      if (probe.problem === null) return probe;
      unread ??= probe;
    } catch (error) {
      if (!(error instanceof NotFoundError) || (at === file.addresses.length - 1 && !unread)) throw error;
    }
  }
  return unread ?? reachable('');
}

/** Files at the first of their addresses that has them; one of a year that the portal dropped may be gone. */
async function probeListed(
  source: Source,
  files: readonly ListedFile[],
  context: FetchContext,
): Promise<FileProbe[]> {
  const probes = files.map((listed) =>
    caught(listed.name, async () => {
      try {
        return [await firstProbed(source, listed, context)];
      } catch (error) {
        const {year, unlisted} = listed;
        if (year === undefined || !unlisted || !(error instanceof NotFoundError)) throw error;
        return [{...reachable(year), note: `${year} is gone: passed over`}];
      }
    }),
  );
  return (await Promise.all(probes)).flat();
}

/** State and columns of a table; where the portal does not list them, those of its first row. */
async function probeTable(source: Source, table: Table, {store}: FetchContext): Promise<FileProbe[]> {
  const name = table.target.file;
  const state = await table.state();
  const stored = (await store.latest(name, LIVE))?.snapshot;
  const now = validator(state);
  const known: FileProbe = {
    ...reachable(name),
    rows: state.count,
    changed: changeSince(stored, now, table.target.url),
  };
  if (state.count === 0) return [{...known, problem: `${name}: the table has no rows`}];
  const {rows} = await table.page(null, 1, undefined);
  const inRow = rows.flatMap(({line}) => Object.keys(JSON.parse(line) as object));
  const listed = (await table.columns?.()) ?? null;
  const columns = [...new Set([...inRow, ...(listed ?? [])])];
  const probe = columnProbe(source, known, {
    columns,
    rows: listed !== null || table.columns === undefined ? null : rows.length,
  });
  if (!canBeTried(source)) return [probe];
  const first = await table.page(null, Math.min(TRIED_ROWS, table.size), undefined);
  const bytes = Buffer.from(first.rows.map(({line}) => line).join(''));
  return [{...probe, samples: [{name, format: 'jsonl', bytes, whole: true}]}];
}

async function probeExport(
  source: Source,
  file: SourceFile,
  via: Via<'opendatasoft'>,
  context: FetchContext,
): Promise<FileProbe[]> {
  const target = {source: source.slug, file: file.name, url: source.page};
  const state = await opendatasoft.stateOf(target, via, context);
  const url = opendatasoft.exportOf(source, file.name, via, state);
  const stamp = opendatasoft.validator(state);
  const stored = (await context.store.latest(file.name, LIVE))?.snapshot;
  const probe = await probeAddress(source, {name: file.name, format: file.format, url}, context);
  return [{...probe, rows: state.count, changed: changeSince(stored, stamp)}];
}

/**
 * Compares the portal's word on the state of a table with the newest snapshot, of the same address if given.
 */
function changeSince(stored: Snapshot | undefined, state: string | null, url?: string): FileProbe['changed'] {
  if (!stored) return 'new';
  if (state === null) return null;
  return stored.etag === state && (url ?? stored.url) === stored.url ? 'unchanged' : 'changed';
}

/** One page of each kind that the first ones lead to, read as a crawl reads it. */
async function probeCrawl(
  source: Source,
  file: SourceFile,
  via: Via<'crawl'>,
  context: FetchContext,
): Promise<FileProbe[]> {
  const target = {source: source.slug, file: file.name, url: source.page};
  const crawl = {source, pages: via.pages, last: await openStoredCrawl(null), context};
  const waiting = seedPages(target, via.pages).reverse();
  const seen = new Set<number>();
  const probes: FileProbe[] = [];
  for (let page = waiting.shift(); page; page = waiting.shift()) {
    if (seen.has(page.kind)) continue;
    seen.add(page.kind);
    const {name} = page;
    const result = await fetchPage(page, crawl, context.signal).catch((error: unknown) => problemOf(error));
    if (typeof result === 'string') probes.push({...reachable(name), problem: result});
    else if (result.how === 'lacking') {
      seen.delete(page.kind);
      if (!waiting.some(({kind}) => kind === page.kind))
        probes.push({...reachable(name), note: `${name} is not there`});
    } else {
      probes.push({...reachable(name), ...documentFacts(source, [result.entry.document])});
      waiting.push(...result.entry.leads.pages.filter(({kind}) => !seen.has(kind)).slice(0, MOST_TRIED));
    }
  }
  return probes;
}

/** Pages of new kinds that one document adds: some may be missing. */
const MOST_TRIED = 20;
