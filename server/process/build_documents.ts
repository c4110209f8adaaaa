/**
 * The documents of a build: made once for all threads, in turns with other work, before the build is served.
 */
import {setImmediate as turn} from 'node:timers/promises';
import {attachBuild, type SharedBuild} from '../../engine/open.ts';
import {NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {type SharedDocuments, shareDocuments} from '../api/static_documents.ts';
import {documents} from '../docs/documents.ts';
import {readExamples} from '../docs/read_examples.ts';
import type {Log} from '../log.ts';

/** The documents as long as there is no build. */
export const documentsWithoutBuild = async (): Promise<SharedDocuments> => shareDocuments(await documents());

/**
 * The documents of a build with its examples; without any where its rows are damaged, which is no reason to
 * serve no documents.
 */
export async function documentsOf(shared: SharedBuild, log: Log): Promise<SharedDocuments> {
  const engine = attachBuild(shared);
  const examples = await readExamples(engine, turn).catch((error: unknown) => {
    log.error({err: error}, 'documents have no examples of the build');
    return NO_EXAMPLES;
  });
  await engine.close();
  return shareDocuments(await documents(examples, turn));
}
