/**
 * The ledger of analyses and the journals of fetches: nothing that was acknowledged is lost, nothing is
 * invented.
 */

import {dataPaths} from '../../../builds/artefacts.ts';
import type {Files} from '../../../builds/files.ts';
import {ANALYSES, ANALYSIS_FIELDS} from '../../../datasets/bill_analyses/fields.ts';
import {type Line, openLedger} from '../../../pipeline/analyse/ledger.ts';
import {type CrawlJournal, openCrawlJournal} from '../../../pipeline/fetch/crawl_files.ts';
import {openPageJournal, type PageJournal} from '../../../pipeline/fetch/page_journal.ts';
import type {MakeScenario, Scenario} from './scenario.ts';
import {promise} from './scenario.ts';
import type {FileNode, SimulatedDisk} from './simulated_disk.ts';
import {DATA} from './small_build.ts';

const TARGET = {source: 'test', file: 'pages', url: 'http://publisher.example/'};

/** Entries that a run tries to add. */
const ENTRIES = 4;

const textAt = (disk: SimulatedDisk, path: string): string => {
  const node = disk.find(path);
  return node?.kind === 'file' ? (node as FileNode).now.toString('utf8') : '';
};

const example = Object.fromEntries(
  Object.entries(ANALYSIS_FIELDS).map(([name, {column}]) => [name, column.example]),
) as unknown as Line;

/** What was acknowledged, and what was begun. */
interface Known {
  acknowledged: Set<string>;
  begun: Set<string>;
}

/**
 * Adds a few entries; goes on after an error, as an analysis and a crawl go on with the next bill or page.
 */
async function addAll(
  known: Known,
  round: number,
  add: (name: string) => Promise<unknown>,
  isDone: (name: string) => boolean = () => false,
): Promise<void> {
  for (let at = 0; at < ENTRIES; at++) {
    const name = `45-1/C-${round * ENTRIES + at + 1}`;
    if (isDone(name)) continue;
    known.begun.add(name);
    await add(name).then(
      () => known.acknowledged.add(name),
      (error: unknown) => {
        if (!('code' in Object(error)) && !(error as Error).message.includes('cannot write')) throw error;
      },
    );
  }
}

const failed = (results: (PromiseSettledResult<unknown> | null)[], isLast: boolean): void => {
  for (const result of results) if (isLast && result?.status === 'rejected') throw result.reason;
};

/**
 * The ledger of analyses: every line that was acknowledged is whole, and every line is one that was begun.
 */
export const ledger: MakeScenario = () => {
  const known: Known = {acknowledged: new Set(), begun: new Set()};
  const path = `${DATA}/${ANALYSES}`;
  const textOf = (name: string): string =>
    `${JSON.stringify({...example, bill_id: name, text_sha256: example.text_sha256})}\n`;
  return {
    prepare: (disk) => disk.mkdir(DATA),
    actors: (files, _, round) => [
      async () => {
        const open = await openLedger(DATA, true, files);
        for (const name of known.acknowledged)
          promise(open.has(name, example.text_sha256), () => `the ledger does not know ${name}`);
        await addAll(known, round, (name) => open.add({...example, bill_id: name}));
        await open.close();
      },
    ],
    check(disk, results, isLast) {
      failed(results, isLast);
      for (const result of results)
        if (result?.status === 'rejected' && !('code' in Object(result.reason))) throw result.reason;
      const lines = new Set(textAt(disk, path).split(/(?<=\n)/));
      for (const name of known.acknowledged)
        promise(lines.has(textOf(name)), () => `the ledger lost ${name}:\n${[...lines].join('')}`);
      if (!isLast) return;
      const wanted = new Set([...known.begun].map(textOf));
      if (results.length > 0)
        for (const line of lines)
          promise(line === '' || wanted.has(line), () => `the ledger has a line that nobody wrote: ${line}`);
    },
  };
};

const journalPath = `${dataPaths(DATA).raw('test')}/pages`;

/** The journal of a crawl: every page that was acknowledged can be read, and is the one that was written. */
export const crawlJournal: MakeScenario = () => {
  const known: Known = {acknowledged: new Set(), begun: new Set()};
  const head = {begun: '2026-01-01T00:00:00', declared: 'd', state: ''};
  const entryOf = (name: string) => ({
    document: {
      name,
      url: `http://publisher.example/${name}`,
      etag: null,
      stamp: null,
      text: `<p>${name}</p>`,
    },
    leads: {pages: [], documents: []} as never,
  });
  const verify = async (journal: CrawlJournal, isComplete: boolean): Promise<void> => {
    for (const name of isComplete ? known.acknowledged : [])
      promise(journal.has(name), () => `the journal lost ${name}, it has ${journal.names()}`);
    for (const name of journal.names()) {
      promise(known.begun.has(name), () => `the journal invented ${name}`);
      const read = JSON.stringify((await journal.read(name)).document);
      promise(read === JSON.stringify(entryOf(name).document), () => `page ${name} is another one: ${read}`);
    }
  };
  return journalScenario(async (files, round) => {
    const journal = await openCrawlJournal(TARGET, journalPath, head, files);
    if (round === null) await verify(journal, true);
    // Pages are fetched several at a time.
    else
      await Promise.all([
        addAll(known, round * 2, (name) => journal.add(entryOf(name))),
        addAll(known, round * 2 + 1, (name) => journal.add(entryOf(name))),
      ]);
    if (round !== null) await verify(journal, true).catch(ignoreDisk);
    await journal.close();
  });
};

/** Errors of the disk are no broken promise. */
const ignoreDisk = (error: unknown): void => {
  if (!('code' in Object(error)) && (error as Error).name === 'Broken') throw error;
};

/**
 * The journal of pages of a table: the rows of the pages that were acknowledged, in order, and no others
 * before them.
 */
export const pageJournal: MakeScenario = () => {
  /** Rows of the acknowledged pages. */
  let acknowledged = '';
  /** What the journal may hold besides: with pages that were begun. */
  let possible: string[] = [];
  let next = 0;
  const head = {begun: '2026-01-01T00:00:00', declared: 'a', state: 's'};
  const copied = async (journal: PageJournal): Promise<string> => {
    const chunks: Buffer[] = [];
    await journal.copyTo({write: async (chunk) => void chunks.push(Buffer.from(chunk))});
    return Buffer.concat(chunks).toString();
  };
  return journalScenario(async (files, round) => {
    const journal = await openPageJournal(TARGET, journalPath, head, files);
    let rows = await copied(journal);
    promise(
      rows === acknowledged || possible.includes(rows),
      () => `the journal has the rows\n${rows}instead of\n${acknowledged}`,
    );
    for (let at = 0; round !== null && at < ENTRIES; at++) {
      const line = `{"row": ${next}, "of": "page ${next}"}\n`;
      possible.push(rows + line);
      await journal.add({rows: [{key: String(next), line}], next: String(++next)});
      rows = acknowledged = rows + line;
      possible = [];
    }
    promise((await copied(journal)) === rows, () => 'the journal has other rows than it was given');
    await journal.close();
  });
};

function journalScenario(run: (files: Files, round: number | null) => Promise<void>): Scenario {
  return {
    prepare: (disk) => disk.mkdir(DATA),
    actors: (files, schedule, round) => [() => run(files, schedule.isUndisturbed ? null : round)],
    check(_, results, isLast) {
      failed(results, isLast);
      for (const result of results)
        if (result?.status === 'rejected' && (result.reason as Error).name === 'Broken') throw result.reason;
    },
  };
}
