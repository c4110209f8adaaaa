/** Command: compiles the index of a build folder; prints a JSON line for each table, then the manifest entries. */
import {readFile, realpath} from 'node:fs/promises';
import {join} from 'node:path';
import {inBuild, type Manifest} from '../../datasets/artefacts.ts';
import {isIntact} from '../../datasets/manifest_text.ts';
import {numeric, settings} from '../../datasets/settings.ts';
import {compileBuild, type PreviousBuild} from '../compile/run.ts';
import {readBuild} from '../file/build_files.ts';

const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** The build whose files may be linked; one that cannot be read is no loss. */
async function earlierBuild(dir: string | undefined): Promise<PreviousBuild | null> {
  if (dir === undefined || dir === '') return null;
  try {
    const real = await realpath(dir);
    const text = await readFile(join(real, inBuild.manifest), 'utf8');
    return isIntact(text) ? {dir: real, manifest: JSON.parse(text) as Manifest} : null;
  } catch {
    return null;
  }
}

const [folder, before] = process.argv.slice(2);
try {
  if (folder === undefined) throw new Error('name a build folder');
  const build = await readBuild(folder);
  const memory_mb = numeric(settings(process.env), 'COMPILE_MEMORY_MB');
  const index = await compileBuild(build, {memory_mb, previous: await earlierBuild(before), emit: say});
  say({index});
} catch (error) {
  process.stderr.write(`compile: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
