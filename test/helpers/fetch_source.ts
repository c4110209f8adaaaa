/**
 * Common part of programs that fetch one source: they print the snapshots, or the error and exit with code 1.
 */
import {settings} from '../../datasets/settings.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {fetchSource} from '../../pipeline/fetch/fetch_source.ts';
import {createHttpClient} from '../../pipeline/fetch/http.ts';
import {sourceOf} from './sources.ts';

/** Fetches the files into DATA_DIR, with the settings of the environment. */
export async function fetchOnce(
  declare: (env: NodeJS.ProcessEnv) => {files: SourceFile[]; declared?: Partial<Source>},
): Promise<void> {
  const all = settings(process.env);
  const http = createHttpClient(all);
  try {
    const {files, declared} = declare(process.env);
    const effects = {dataDir: all.DATA_DIR, settings: all, http, now: () => new Date()};
    console.log(
      JSON.stringify(await fetchSource({...sourceOf(files), ...declared}, effects, () => undefined)),
    );
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await http.close();
  }
}
