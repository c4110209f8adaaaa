/**
 * Crawls portals whose pages link to each other, breadth first, into one file of documents ordered by name.
 */
import {join} from 'node:path';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {hashText} from '../runtime/disk.ts';
import {type CrawlJournal, documentLine, openCrawlJournal, openStoredCrawl} from './crawl_files.ts';
import {seedPages} from './crawl_pages.ts';
import {type FetchContext, storeAssembled} from './download.ts';
import type {Target} from './errors.ts';
import type {PartialDownload} from './partial_download.ts';
import {LIVE} from './store.ts';
import {walkPages} from './walk_pages.ts';

type Via = Extract<SourceFile['via'], {portal: 'crawl'}>;

/**
 * Crawls the portal and stores its documents; equal documents give equal bytes. A journal keeps fetched pages
 * until the crawl is complete: the next run requests only the others. Throws FetchError naming the failed
 * page.
 */
export async function fetchCrawl(
  source: Source,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Snapshot> {
  const {store, emit, http, startedAt} = context;
  const start = http.clock();
  const target: Target = {source: source.slug, file: file.name, url: source.page};
  const first = seedPages(target, via.pages);
  const latest = (await store.latest(file.name, LIVE))?.snapshot;
  const last = await openStoredCrawl(latest?.path ?? null);
  try {
    const head = {
      begun: startedAt,
      declared: hashText(declared([via.pages, source.layouts, source.encodings])),
      state: latest ? `${latest.sha256} ${latest.checked_at}` : '',
    };
    const path = join(store.folder, `${encodeURIComponent(file.name)}.journal`);
    const journal = await openCrawlJournal(target, path, head);
    try {
      await walkPages(target, first, {source, pages: via.pages, last, context}, journal, context.signal);
      const facts = {format: file.format, origin: LIVE, synthetic: false};
      const snapshot = await storeAssembled(target, facts, start, context, (part) => writeAll(journal, part));
      await journal.remove();
      return snapshot;
    } catch (error) {
      const text = `pages kept: ${journal.names().length}; a run within a day asks only for the others`;
      if (journal.names().length) emit({kind: 'warning', source: source.slug, file: file.name, text});
      throw error;
    } finally {
      await journal.close();
    }
  } finally {
    await last.close();
  }
}

/** Declarations as text, patterns included. */
const declared = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (one instanceof RegExp ? String(one) : one));

/** Writes the documents of the journal, ordered by name. */
async function writeAll(journal: CrawlJournal, part: PartialDownload): Promise<void> {
  for (const name of journal.names().sort()) {
    await part.write(Buffer.from(documentLine((await journal.read(name)).document)));
  }
}
