/** `make check-data`: runs all checks over the current build. Exit code 1 where an ERROR check fails. */
import {join} from 'node:path';
import {asOfMacro} from '../datasets/rules/as_of.ts';
import {numeric, type Settings, settings} from '../datasets/settings.ts';
import {runChecks} from './check/run.ts';
import {currentBuild} from './publish/current_build.ts';
import {figuresText} from './report/format.ts';
import {withDatabase} from './runtime/database.ts';
import {makeViews} from './write/views.ts';

const all = settings(process.env);
try {
  await checkData(all);
} catch (error) {
  process.stderr.write(
    `check-data: ${error instanceof Error ? error.message : String(error)}; where a file of the build is damaged, delete ${join(all.DATA_DIR, 'current')} and the build it points at, then run make ingest\n`,
  );
  process.exitCode = 1;
}

async function checkData(all: Settings): Promise<void> {
  const dataDir = all.DATA_DIR;
  const build = await currentBuild(dataDir);
  if (!build?.served) {
    process.stderr.write(`no build in ${dataDir}: run make ingest or make demo first\n`);
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
      {dataDir, memoryMb: numeric(all, 'MEMORY_MB')},
      'check',
      async (db) => {
        await db.run(asOfMacro(manifest.data_as_of));
        await makeViews(db, files);
        return runChecks(db, manifest.data_as_of);
      },
    );
    for (const one of results) {
      const figures = one.figures ? `; ${figuresText(one.figures)}` : '';
      process.stdout.write(
        `${one.passed ? 'ok   ' : one.severity.padEnd(5)} ${one.dataset}: ${one.name}${one.passed ? '' : ` (${one.reason})`}${figures}\n`,
      );
    }
    const failed = results.filter((one) => !one.passed);
    process.stdout.write(
      `${results.length - failed.length} hold, ${failed.length} do not, build ${manifest.build_id}\n`,
    );
    process.exitCode = failed.some((one) => one.severity === 'ERROR') ? 1 : 0;
  }
}
