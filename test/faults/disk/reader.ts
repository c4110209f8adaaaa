/** What a server does with a new build on a simulated disk. */
import {join} from 'node:path';
import type {Files} from '../../../builds/files.ts';
import {Broken, promise} from './scenario.ts';
import {contents, paths} from './small_build.ts';

/**
 * Reads all that the current build holds; a second time if it is gone, since `current` may have moved. Throws
 * `Broken` for a half build.
 */
export async function readCurrent(files: Files): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const id = (await files.readlink(paths.current)).split('/').at(-1)!;
      for (const [path, wanted] of Object.entries(contents(Number.parseInt(id, 16)))) {
        const text = await files.readFile(join(paths.build(id), path), 'utf8');
        promise(text === wanted, () => `a reader of ${id} got ${path} as ${text}`);
      }
      return;
    } catch (error) {
      if (error instanceof Broken) throw error;
      // The disk itself failed.
      if ((error as {code?: string}).code === 'EIO') return;
      promise(attempt === 0, () => `a reader found the current build gone twice: ${String(error)}`);
    }
  }
}
