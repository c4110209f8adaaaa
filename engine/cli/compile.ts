/**
 * Command: compiles the index of a build folder; prints a JSON line for each table, then the manifest
 * entries.
 */

import {command} from '../../builds/command.ts';
import {numeric, settings} from '../../datasets/settings.ts';
import {previousBuild} from '../compile/previous_build.ts';
import {compileBuild} from '../compile/run.ts';
import {readBuild} from '../file/build_files.ts';

const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const [folder, before] = process.argv.slice(2);
await command('compile', async () => {
  if (folder === undefined) throw new Error('name a build folder');
  const build = await readBuild(folder);
  const memory_mb = numeric(settings(process.env), 'COMPILE_MEMORY_MB');
  const index = await compileBuild(build, {
    memory_mb,
    previous: await previousBuild(before ?? null),
    emit: say,
  });
  say({index});
});
