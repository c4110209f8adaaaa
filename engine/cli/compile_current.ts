/** Command: recompiles the index of the current build with this code and updates its manifest. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {syncTree, writeFileAtomic} from '../../builds/durable.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {numeric, settings} from '../../datasets/settings.ts';
import {compileBuild} from '../compile/run.ts';
import {readBuild} from '../file/build_files.ts';

const all = settings(process.env);
try {
  const build = await readBuild(process.argv[2] ?? dataPaths(all.DATA_DIR).current);
  const file = join(build.dir, inBuild.manifest);
  const index = await compileBuild(build, {
    memory_mb: numeric(all, 'COMPILE_MEMORY_MB'),
    previous: null,
    emit: ({table, rows, ms}) => {
      process.stdout.write(`${table.padEnd(26)} ${String(rows).padStart(10)} rows ${Math.round(ms)} ms\n`);
    },
  });
  const manifest: Manifest = {...(JSON.parse(await readFile(file, 'utf8')) as Manifest), index};
  await syncTree(build.dir);
  await writeFileAtomic(file, manifestText(manifest));
  process.stdout.write(`${build.dir}: a running server takes it at its next start\n`);
} catch (error) {
  process.stderr.write(`compile: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
