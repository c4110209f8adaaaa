/** Fills a folder with the tables of ClickHouse from the Parquet of a build. */
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {inBuild, type Manifest} from '../../../builds/artefacts.ts';
import {runNode} from '../child.ts';
import {atEnd} from '../closing.ts';
import {stepsIn, stepsInMemory} from '../loaded.ts';

/** The folder of the tables, in `kept` where that is named, else in one that is removed at the end. */
export async function loadedClickHouse(
  modulePath: string,
  buildDir: string,
  kept: string,
  emit: (line: string) => void,
): Promise<string> {
  const {build_id}: Manifest = JSON.parse(await readFile(join(buildDir, inBuild.manifest), 'utf8'));
  const temporary = kept ? null : await mkdtemp(join(tmpdir(), 'bench-clickhouse-'));
  if (temporary) atEnd(() => rm(temporary, {recursive: true, force: true}));
  const folder = join(temporary ?? kept, 'clickhouse');
  const steps = temporary ? stepsInMemory() : await stepsIn(`${folder}.json`, build_id);
  const seconds = await steps.take('all', 'rows', async () => {
    // A load that broke off may have left it.
    await rm(folder, {recursive: true, force: true});
    const env = {CLICKHOUSE_MODULE: modulePath, CLICKHOUSE_FOLDER: folder, CLICKHOUSE_BUILD: buildDir};
    await runNode(['test/bench/clickhouse/load_program.ts'], env);
  });
  if (seconds !== null) emit(`ClickHouse: ${seconds.toFixed(0)} s`);
  return folder;
}
