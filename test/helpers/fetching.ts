/** Common parts of fetch tests: a folder, settings without waits, custom sources, and a record of events. */
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Settings, settings} from '../../datasets/settings.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {createHttpClient, type Timing} from '../../pipeline/fetch/http.ts';
import type {Event} from '../../pipeline/runtime/events.ts';
import {deferCleanup} from './cleanup.ts';
import {sourceOf} from './sources.ts';

export {plain} from './sources.ts';

import {type Effects, fetchSource} from '../../pipeline/fetch/fetch_source.ts';

/** `started`, closed after the test. */
export async function closing<T extends {close: () => Promise<void>}>(started: Promise<T>): Promise<T> {
  const made = await started;
  deferCleanup(made.close);
  return made;
}

/** An empty folder, removed after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'fetch-test-'));
  deferCleanup(() => rm(path, {recursive: true, force: true}));
  return path;
}

export interface Bench {
  dataDir: string;
  events: Event[];
  /** Requested waits; none is waited. */
  waits: number[];
  settings: Settings;
  fetch: (
    files: SourceFile[],
    more?: Partial<Effects> & {slug?: string; declared?: Partial<Source>},
  ) => ReturnType<typeof fetchSource>;
  /** Names below raw/<slug>. */
  stored: (slug?: string) => Promise<string[]>;
}

/** A data folder with everything that fetchSource needs; sleeps return at once and are written down. */
export async function bench(
  overrides: Partial<Settings> = {},
  timing: Partial<Timing> = {},
  isInside?: (url: URL) => Promise<boolean>,
): Promise<Bench> {
  const dataDir = await folder();
  const all: Settings = {
    ...settings({}),
    DATA_DIR: dataDir,
    USER_AGENT: 'example/1 (me@example.org)',
    FETCH_STALL_MS: '300',
    ...overrides,
  };
  const waits: number[] = [];
  const events: Event[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  const http = createHttpClient(all, {sleep, random: () => 0.5, ...timing}, isInside);
  deferCleanup(http.close);
  return {
    dataDir,
    events,
    waits,
    settings: all,
    fetch: (files, {slug, declared, ...more} = {}) =>
      fetchSource(
        {...sourceOf(files, slug), ...declared},
        {dataDir, settings: all, http, now: () => new Date('2026-03-04T05:06:07Z'), ...more},
        (event) => events.push(event),
      ),
    stored: (slug = 'example') => readdir(join(dataDir, 'raw', slug)).catch(() => []),
  };
}

/** Events of one kind. */
export function ofKind<K extends Event['kind']>(events: Event[], kind: K): Extract<Event, {kind: K}>[] {
  return events.filter((event): event is Extract<Event, {kind: K}> => event.kind === kind);
}

/** The only snapshot of a fetch with its bytes; fails when there is another number of them. */
export async function single(fetched: ReturnType<typeof fetchSource>) {
  const snapshots = await fetched;
  if (snapshots === 'absent' || snapshots.length !== 1) throw new Error('one snapshot was expected');
  const snapshot = snapshots[0]!;
  return {snapshot, body: await readFile(snapshot.path)};
}

/** A CSV of about so many bytes; every row differs, so misplaced bytes change the hash. */
export function csvOf(bytes: number): Buffer {
  const rows = ['number,text'];
  for (let size = 12, row = 1; size < bytes; row++) {
    const text = `${row},"Été ${row * 7919}"`;
    rows.push(text);
    size += Buffer.byteLength(text) + 2;
  }
  return Buffer.from(rows.join('\r\n') + '\r\n');
}
