/** Writes letters as `.eml` files, where there is no mail server: mail programs open them. */
import {mkdir, open, readdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {MailTransport} from './types.ts';

/** Newest files that are kept. */
const KEPT = 1000;

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/** Begins with the time, so that the names sort. */
const nameOf = (date: Date, message_id: string): string =>
  `${date.toISOString().replace(/[:.]/g, '-')}-${message_id.replace(/@.*/, '')}.eml`;

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  await Promise.all(names.slice(0, -KEPT).map((name) => rm(join(folder, name), {force: true})));
}

/** Into this folder, readable by their owner only. A letter that is written again replaces its file. */
export const fileTransport = (folder: string, now: () => number): MailTransport => ({
  async send({message_id, bytes}, hand) {
    try {
      await mkdir(folder, {recursive: true, mode: OWNER_FOLDER});
      const [own] = message_id.split('@');
      const before = (await readdir(folder)).find((name) => name.endsWith(`-${own}.eml`));
      const path = join(folder, before ?? nameOf(new Date(now()), message_id));
      const file = await open(`${path}.tmp`, 'w', OWNER_FILE);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      if (!hand()) {
        await rm(`${path}.tmp`);
        return {kind: 'withdrawn'};
      }
      await rename(`${path}.tmp`, path);
      await removeOldest(folder);
      return {kind: 'sent'};
    } catch (error) {
      return {kind: 'outage', why: (error as NodeJS.ErrnoException).code ?? String(error)};
    }
  },
  close() {},
});
