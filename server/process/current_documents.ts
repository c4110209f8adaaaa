/** The documents of the build in service: made for their first reader, and again after the build has changed. */
import type {Answer} from '../../engine/types.ts';
import type {BuildSource} from '../api/context.ts';
import {mapMaybe} from '../api/map_maybe.ts';
import {NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {DOCUMENT_PATHS, keepDocuments, type StaticDocuments} from '../api/static_documents.ts';
import type {Log} from '../log.ts';

export interface CurrentDocuments extends StaticDocuments {
  /** Has the next reader get the documents of the build that is current then. */
  renew(): void;
}

/** Most threads are never asked for documents, whose modules and texts took a quarter of the time of a start. */
async function make(builds: BuildSource, log: Log): Promise<StaticDocuments> {
  const [{documents}, {readExamples}] = await Promise.all([
    import('../docs/documents.ts'),
    import('../docs/read_examples.ts'),
  ]);
  if (!builds.info()) return keepDocuments(documents(NO_EXAMPLES));
  const {engine, release} = builds.acquire();
  try {
    return keepDocuments(documents(await readExamples(engine)));
  } catch (error) {
    // Damaged rows are no reason to serve no documents.
    log.error({err: error}, 'documents have no examples of the build');
    return keepDocuments(documents(NO_EXAMPLES));
  } finally {
    release();
  }
}

/** The documents of the current build, or those without a build. */
export function openDocuments(builds: BuildSource, log: Log): CurrentDocuments {
  const paths: ReadonlySet<string> = new Set(DOCUMENT_PATHS);
  let current: Answer<StaticDocuments> | null = null;
  const begin = (): Promise<StaticDocuments> => {
    const begun = make(builds, log).then(
      (all) => {
        if (current === begun) current = all;
        return all;
      },
      (error) => {
        // The next reader tries again.
        if (current === begun) current = null;
        throw error;
      },
    );
    current = begun;
    return begun;
  };
  return {
    has: (path) => paths.has(path),
    get: (path) => mapMaybe(current ?? begin(), (all) => all.get(path)),
    renew() {
      current = null;
    },
  };
}
