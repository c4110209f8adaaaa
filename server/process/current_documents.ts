/** The documents of the build in service: made again, beside other work, when the build changes. */
import type {BuildSource} from '../api/context.ts';
import {NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {keepDocuments, type StaticDocuments} from '../api/static_documents.ts';
import {documents} from '../docs/documents.ts';
import {readExamples} from '../docs/read_examples.ts';
import type {Log} from '../log.ts';

export interface CurrentDocuments {
  /** The document at a path. */
  get: StaticDocuments['get'];
  has: StaticDocuments['has'];
  /** Makes the documents of the current build; the earlier ones are served meanwhile. */
  renew(): void;
}

async function make(builds: BuildSource): Promise<StaticDocuments> {
  if (!builds.info()) return keepDocuments(documents(NO_EXAMPLES));
  const {engine, release} = builds.acquire();
  try {
    return keepDocuments(documents(await readExamples(engine)));
  } finally {
    release();
  }
}

/** Makes the documents of the current build, or those without a build. */
export async function openDocuments(builds: BuildSource, log: Log): Promise<CurrentDocuments> {
  const made = (): Promise<StaticDocuments> =>
    make(builds).catch((error: unknown) => {
      // Damaged rows are no reason to serve no documents.
      log.error({err: error}, 'documents have no examples of the build');
      return keepDocuments(documents(NO_EXAMPLES));
    });
  let current = await made();
  let latest = 0;
  return {
    get: (path) => current.get(path),
    has: (path) => current.has(path),
    renew() {
      const turn = ++latest;
      made().then((all) => {
        if (turn === latest) current = all;
      });
    },
  };
}
