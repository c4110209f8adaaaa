/** Command: writes the `catalogue.duckdb` of a build folder, by default of the current build. */
import {join} from 'node:path';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {command} from '../../builds/command.ts';
import {settings} from '../../datasets/settings.ts';
import {readBuild} from '../file/build_files.ts';
import {writeCatalogue} from '../sql/catalogue.ts';

const given = process.argv[2] ?? dataPaths(settings(process.env).DATA_DIR).current;
await command('catalogue', async () => {
  const {dir, manifest} = await readBuild(given);
  const file = join(dir, inBuild.catalogue);
  await writeCatalogue(dir, file, manifest);
  process.stdout.write(`${file}\n`);
});
