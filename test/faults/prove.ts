/**
 * Shows that each promise can fail: a copy of the project with one text changed, in which the cases must find
 * it.
 */
import {spawn} from 'node:child_process';
import {cp, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Kind, Mutant} from './kind.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What programs and cases need of the project. */
const COPIED = ['builds', 'datasets', 'storage', 'pipeline', 'engine', 'server', 'test', 'docs'];
const LINKED = [
  'dist',
  'node_modules',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'deploy',
  'Makefile',
];

/** Exit code of a run that found a broken promise. */
export const BROKEN = 1;

/** A copy of the project in `folder` with the change. Throws where the text does not occur once. */
async function copyWith({file, find, replace}: Mutant, folder: string): Promise<void> {
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), {recursive: true});
  for (const name of LINKED) await symlink(join(ROOT, name), join(folder, name));
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} does not have the text once: ${find}`);
  await writeFile(
    path,
    text.replace(find, () => replace),
  );
}

/** Runs the cases of a kind in a changed copy; returns whether they found it, and what was said. */
export async function proves(
  kind: Kind,
  mutant: Mutant,
  seed: number,
): Promise<{found: boolean; said: string}> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-mutant-'));
  try {
    await copyWith(mutant, folder);
    const env = {
      ...process.env,
      KINDS: kind.name,
      N: String(mutant.count ?? kind.sample),
      SEED: String(seed),
      DATA_DIR: join(folder, 'data'),
      FIRST: '1',
      MATCH: mutant.match ?? '',
      PROVE: '',
      CASE: '',
      RECORD: '',
    };
    const program = join(folder, 'test/faults/run.ts');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      cwd: folder,
      env,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return {found: code === BROKEN && said.includes('BROKEN'), said};
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
