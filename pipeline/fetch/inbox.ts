/**
 * Drop folders: files that somebody fetched by hand are read instead of the network, for one source alone.
 */
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {SOURCES} from '../../datasets/index.ts';
import type {Settings} from '../../datasets/settings.ts';
import {otherDialect} from '../read/dialect.ts';
import {headOf} from '../read/file_head.ts';
import type {Emit} from '../runtime/events.ts';
import {checkMirror, type MirrorFile, mirrorFiles} from './mirror.ts';

type Place = Pick<Settings, 'DATA_DIR' | 'INBOX'>;

/** The folder of all drop folders. */
export const inboxOf = ({DATA_DIR, INBOX}: Place): string => INBOX || join(DATA_DIR, 'inbox');

const isThere = async (settings: Place): Promise<boolean> =>
  (await stat(inboxOf(settings)).catch(() => null))?.isDirectory() ?? false;

/**
 * Throws where INBOX is set and is no folder; warns of folders and files that no source reads, and of CSV
 * files in another dialect than their source reads.
 */
export async function checkInbox(settings: Place, emit: Emit): Promise<void> {
  if (!settings.INBOX && !(await isThere(settings))) return;
  const inbox = inboxOf(settings);
  await checkMirror(Object.keys(SOURCES), {MIRROR: inbox, MIRROR_MAP: ''}, emit, 'INBOX');
  for (const source of Object.values(SOURCES)) {
    for (const {path, name} of await droppedFiles(source.slug, settings)) {
      const strange = /\.csv$/i.test(name) ? otherDialect(source, headOf(join(inbox, path))) : null;
      if (strange) emit({kind: 'warning', source: source.slug, file: name, text: strange});
    }
  }
}

/** What lies in the drop folder of a source, by name; empty where there is none. */
export async function droppedFiles(slug: string, settings: Place): Promise<MirrorFile[]> {
  if (!(await isThere(settings))) return [];
  return mirrorFiles(slug, [], {MIRROR: inboxOf(settings), MIRROR_MAP: ''});
}
