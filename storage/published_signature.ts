/** Checks the signature of a published build before its files are fetched. */
import {createHash} from 'node:crypto';
import {inBuild} from '../builds/artefacts.ts';
import type {TrustedKeys} from '../builds/signature.ts';
import {MAX_SIGNATURE_BYTES, statementFor, unlikeSigned} from '../builds/signed_build.ts';
import {KEYS, type PublishedBuild, type PublishedFile} from './documents.ts';
import type {ObjectStore} from './object_store.ts';

/** Differences that a message names. */
const NAMED = 3;

/**
 * Throws, with the remedy, where the build is not exactly the one that a holder of one of the keys signed: the
 * list of its files is then not believed. What is fetched is compared with that list.
 */
export async function assertPublishedSigned(
  store: ObjectStore,
  {build_id, files}: PublishedBuild,
  keys: TrustedKeys,
): Promise<void> {
  const file = files.find(({path}) => path === inBuild.signature);
  const text = file ? await readObject(store, file) : null;
  const unlike = unlikeSigned(statementFor(text, build_id, keys, store.location), files);
  if (unlike.length === 0) return;
  const named = unlike.slice(0, NAMED).join(', ');
  throw new Error(
    `${store.location}: build ${build_id} is not as it was signed: ${named}${unlike.length > NAMED ? ` and ${unlike.length - NAMED} more` : ''}: publish the build again`,
  );
}

/** The text of a small object, as it is; null where there is none or it is too large. */
async function readObject(store: ObjectStore, {sha256, bytes}: PublishedFile): Promise<string | null> {
  const body = bytes > MAX_SIGNATURE_BYTES ? null : await store.open(KEYS.object(sha256), 0);
  if (!body) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > bytes) return null;
    chunks.push(Buffer.from(chunk));
  }
  const whole = Buffer.concat(chunks);
  const found = createHash('sha256').update(whole).digest('hex');
  if (found !== sha256) {
    throw new Error(
      `${store.location}: the object of ${inBuild.signature} is not what its name ${sha256} says: publish the build again`,
    );
  }
  return whole.toString();
}
