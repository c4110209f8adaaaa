/** Identifies the code that makes answers, so that entity tags change with it. */
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The code that makes answers. Packages count by their versions, which are pinned. */
const ROOMS = ['datasets', 'engine', 'server'];
const PACKAGES = 'package.json';

/**
 * Hash of all files of these rooms and of package.json, as 16 hex digits. Called once when a server starts:
 * it reads every file.
 */
export function codeHash(root = ROOT): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  };
  for (const room of ROOMS) {
    const entries = readdirSync(join(root, room), {recursive: true, withFileTypes: true});
    const files = entries.filter((entry) => entry.isFile());
    for (const path of files.map(({parentPath, name}) => join(parentPath, name)).sort())
      add(relative(root, path));
  }
  add(PACKAGES);
  return hash.digest('hex').slice(0, 16);
}
