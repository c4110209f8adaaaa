/** `make check-data`: runs all checks over the current build. Exit code 1 where an ERROR check fails. */
import {join} from 'node:path';
import {asOfMacro} from '../datasets/rules/as_of.ts';
import {numeric, settings} from '../datasets/settings.ts';
import {runChecks} from './check/run.ts';
import {currentBuild} from './publish/current_build.ts';
import {viewDatasets} from './publish/examine.ts';
import {figuresText} from './report/format.ts';
import {withDatabase} from './runtime/database.ts';
import {messageOf} from './runtime/errors.ts';

const all = settings(process.env);
const dataDir = all.DATA_DIR;
try {
  process.exitCode = await checkData();
} catch (error) {
  process.stderr.write(
    `check-data: ${messageOf(error)}; where a file of the build is damaged, delete ${join(dataDir, 'current')} and the build it points at, then run make ingest\n`,
  );
  process.exitCode = 1;
}

async function checkData(): Promise<0 | 1> {
  const build = await currentBuild(dataDir);
  if (!build?.served) {
    process.stderr.write(`no build in ${dataDir}: run make ingest or make demo first\n`);
    return 1;
  }
  const {folder, manifest} = build;
  const options = {dataDir, memoryMb: numeric(all, 'MEMORY_MB')};
  const results = await withDatabase(options, 'check', async (db) => {
    await db.run(asOfMacro(manifest.data_as_of));
    await viewDatasets(db, folder, manifest.datasets);
    return runChecks(db, manifest.data_as_of);
  });
  for (const {dataset, name, severity, passed, reason, figures} of results) {
    const measured = figures ? `; ${figuresText(figures)}` : '';
    process.stdout.write(
      `${passed ? 'ok   ' : severity.padEnd(5)} ${dataset}: ${name}${passed ? '' : ` (${reason})`}${measured}\n`,
    );
  }
  const failed = results.filter((one) => !one.passed);
  process.stdout.write(
    `${results.length - failed.length} hold, ${failed.length} do not, build ${manifest.build_id}\n`,
  );
  return failed.some((one) => one.severity === 'ERROR') ? 1 : 0;
}
