/** Identifies the code that makes answers, so that entity tags change with it. */
import {basename, dirname} from 'node:path';
import {fileURLToPath} from 'node:url';

/** Hash of the bundle, which names its folder: `server/bundle/bundle.ts`. Sources that tests run have none. */
export const codeHash = (file = import.meta.url): string =>
  file.endsWith('.js') ? basename(dirname(fileURLToPath(file))) : 'sources';
