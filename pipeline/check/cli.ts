/** The command behind `make check-data`: runs all checks over the current build. Exit code 1 where an ERROR does not hold. */
import {join} from 'node:path';
import {settings} from '../../datasets/settings.ts';
import {currentBuild} from '../build.ts';
import {withDatabase} from '../database.ts';
import {makeViews} from '../write/views.ts';
import {runChecks} from './run.ts';

const {DATA_DIR, MEMORY_MB} = settings(process.env);
const build = await currentBuild(DATA_DIR);
if (!build?.served) {
  process.stderr.write(`no build in ${DATA_DIR}: run make ingest or make demo first\n`);
  process.exitCode = 1;
} else {
  const {folder, manifest} = build;
  const files = Object.fromEntries(
    Object.entries(manifest.datasets).map(([name, one]) => [
      name,
      one.files.map((file) => join(folder, file.path)),
    ]),
  );
  const results = await withDatabase(
    {dataDir: DATA_DIR, memoryMb: Number(MEMORY_MB)},
    'check',
    async (db) => {
      await makeViews(db, files);
      return runChecks(db, manifest.data_as_of);
    },
  );
  for (const one of results) {
    process.stdout.write(
      `${one.passed ? 'ok   ' : one.severity.padEnd(5)} ${one.dataset}: ${one.name}${one.passed ? '' : ` (${one.reason})`}\n`,
    );
  }
  const failed = results.filter((one) => !one.passed);
  process.stdout.write(
    `${results.length - failed.length} hold, ${failed.length} do not, build ${manifest.build_id}\n`,
  );
  process.exitCode = failed.some((one) => one.severity === 'ERROR') ? 1 : 0;
}
