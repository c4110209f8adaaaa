/** A text file that is written piece by piece: pieces are held until they are worth a call of the system. */
import {mkdir, open} from 'node:fs/promises';
import {dirname, join} from 'node:path';

/** Characters that are held at most, until the file is settled. */
const HELD = 1 << 20;

interface Pieces {
  put(text: string): void;
  /** Hands what is held to the disk where it is much, and waits for it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `folder/name` for writing, the folders above it made where they lack. */
export async function createPieces(folder: string, name: string): Promise<Pieces> {
  const path = join(folder, name);
  await mkdir(dirname(path), {recursive: true});
  const handle = await open(path, 'w');
  let held: string[] = [];
  let size = 0;
  const flush = async () => {
    const text = held.join('');
    held = [];
    size = 0;
    await handle.appendFile(text);
  };
  return {
    put(text) {
      held.push(text);
      size += text.length;
    },
    settle: async () => {
      if (size > HELD) await flush();
    },
    close: async () => {
      await flush();
      await handle.close();
    },
  };
}
