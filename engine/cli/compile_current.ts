/** Command: recompiles the index of the current build with this code and updates its manifest. */
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {command} from '../../builds/command.ts';
import {syncTree, writeFileAtomic} from '../../builds/durable.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {signerOf} from '../../builds/signature.ts';
import {commitOf, signBuild} from '../../builds/signed_build.ts';
import {numeric, settings} from '../../datasets/settings.ts';
import {compileBuild} from '../compile/run.ts';
import {readBuild} from '../file/build_files.ts';

/** A new index is not what was signed: removes the signature, if any, and says so. */
async function unsign(dir: string): Promise<void> {
  const path = join(dir, inBuild.signature);
  const was = await rm(path).then(
    () => true,
    () => false,
  );
  if (was) process.stdout.write(`${path}: removed, set SIGN_KEY and compile again to sign the new index\n`);
}

const all = settings(process.env);
await command('compile', async () => {
  const signer = signerOf(all.SIGN_KEY);
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
  if (signer) await signBuild(build.dir, manifest, {signer, commit: commitOf(all)});
  else await unsign(build.dir);
  process.stdout.write(`${build.dir}: a running server takes it at its next start\n`);
});
