/** Signs a build, and compares a build with what its publisher signed. */
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Settings} from '../datasets/settings.ts';
import type {Json} from '../datasets/types.ts';
import {FORMAT, INDEX_VERSION, inBuild, type Manifest} from './artefacts.ts';
import {type BuildFile, buildFiles, readManifest} from './build_files.ts';
import {writeFileAtomic} from './durable.ts';
import {DISK, type Files} from './files.ts';
import {hashFile} from './hash_file.ts';
import {openEnvelope, type Signer, type Statement, type TrustedKeys} from './signature.ts';

/** Of https://slsa.dev/spec/v1.0/provenance. */
const PREDICATE_TYPE = 'https://slsa.dev/provenance/v1';
const BUILD_TYPE = 'urn:federal-public-data:ingest:v1';

/** Largest signature that is read: a build of all sources has some 200 kB. */
export const MAX_SIGNATURE_BYTES = 32 << 20;

/** Who signs, and the commit of the code that makes the build; null where it is not known. */
export interface Signing {
  signer: Signer;
  commit: string | null;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The commit of COMMIT, else of the checkout that this code lies in, with `-dirty` for changed files; null
 * where it is none.
 */
export function commitOf({COMMIT}: Pick<Settings, 'COMMIT'>): string | null {
  if (COMMIT) return COMMIT;
  const args = ['-C', ROOT, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  try {
    return execFileSync('git', args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
  } catch {
    return null;
  }
}

/** Statement of a build: its files, the files and the code that it was made of, when and by whose key. */
export function statementOf(
  manifest: Manifest,
  files: readonly BuildFile[],
  {signer, commit}: {signer: Pick<Signer, 'keyid'>; commit: string | null},
): Statement {
  const {build_id, definition, built_at, data_as_of, synthetic} = manifest;
  const inputs = manifest.sources.flatMap(({slug, files: read}) =>
    read.map(({name, url, sha256, fetched_at}) => ({
      name: `${slug}/${name}`,
      // In a mirror it is a path of the publisher's machine.
      ...(/^https?:/.test(url) ? {uri: url} : {}),
      digest: {sha256},
      annotations: {fetched_at},
    })),
  );
  const hash = /^[0-9a-f]{40}/.exec(commit ?? '')?.[0];
  const code = hash ? [{name: 'code', digest: {gitCommit: hash}, annotations: {commit}}] : [];
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files
      .filter(({path}) => path !== inBuild.signature)
      .map(({path, sha256}) => ({name: path, digest: {sha256}})),
    predicateType: PREDICATE_TYPE,
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: {build_id, data_as_of, synthetic},
        internalParameters: {definition, format: FORMAT, index_version: INDEX_VERSION, commit},
        resolvedDependencies: [...code, ...inputs] as Json[],
      },
      runDetails: {
        builder: {id: `urn:federal-public-data:publisher:${signer.keyid}`},
        metadata: {invocationId: build_id, startedOn: `${built_at}Z`},
      },
    },
  };
}

/** Signs a build whose files and manifest are written, but for the catalogue, which each machine makes. */
export async function signBuild(
  folder: string,
  manifest: Manifest,
  signing: Signing,
  files: Files = DISK,
): Promise<void> {
  const statement = statementOf(manifest, await buildFiles(folder, manifest, files), signing);
  await writeFileAtomic(join(folder, inBuild.signature), signing.signer.envelope(statement), files);
}

/** Says what is not as it was signed, file by file; none: the files are exactly the signed ones. */
export function unlikeSigned(
  {subject}: Statement,
  files: readonly Pick<BuildFile, 'path' | 'sha256'>[],
): string[] {
  const signed = new Map(subject.map(({name, digest}) => [name, digest.sha256]));
  const problems: string[] = [];
  for (const {path, sha256} of files) {
    if (path === inBuild.signature) continue;
    const known = signed.get(path);
    if (known === undefined) problems.push(`${path} is not signed`);
    else if (known !== sha256) problems.push(`${path} is not the signed one`);
    signed.delete(path);
  }
  return [...problems, ...[...signed.keys()].map((path) => `${path} is signed, and missing`)];
}

/** The id of the build that a statement is about; null: it names none. */
function signedId({predicate}: Statement): Json {
  const definition = predicate['buildDefinition'] as {externalParameters?: {build_id?: string}} | undefined;
  return definition?.externalParameters?.build_id ?? null;
}

/**
 * The signed statement of a build. Throws, with the remedy, where one of the keys has not signed it, or where
 * it is about another build. `text`: of the signature file; null: there is none.
 */
export function statementFor(
  text: string | null,
  buildId: string,
  keys: TrustedKeys,
  place: string,
): Statement {
  if (text === null) {
    throw new Error(
      `${place}: build ${buildId} has no signature (${inBuild.signature}): publish it with SIGN_KEY, or do without the key that is to be checked`,
    );
  }
  const statement = openEnvelope(text, keys, `${place}: the signature of build ${buildId}`);
  const other = signedId(statement);
  if (other !== buildId) {
    throw new Error(
      `${place}: the signature of build ${buildId} is that of build ${other}: fetch or publish the build again`,
    );
  }
  return statement;
}

/** The statement of the build in a folder. Throws as `statementFor`. */
export async function readStatement(
  folder: string,
  buildId: string,
  keys: TrustedKeys,
  files: Files = DISK,
): Promise<Statement> {
  const text = await files.readFile(join(folder, inBuild.signature), 'utf8').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return statementFor(text, buildId, keys, folder);
}

/**
 * Throws where the manifest of a build, which has the hashes of all files that are served, is not the one that
 * was signed with one of the keys; null: nothing need be signed. The files were compared with the signed list
 * when they were fetched (`stageBuild`), and are compared with hashes and checksums of the manifest when they are
 * read.
 */
export async function assertSigned(
  folder: string,
  keys: TrustedKeys | null,
  files: Files = DISK,
): Promise<void> {
  if (!keys) return;
  const manifest = await readManifest(folder, files);
  if (!manifest)
    throw new Error(`${folder}: ${inBuild.manifest} is missing or damaged: fetch the build again`);
  const {subject} = await readStatement(folder, manifest.build_id, keys, files);
  const sha256 = await hashFile(join(folder, inBuild.manifest), files);
  if (!subject.some(({name, digest}) => name === inBuild.manifest && digest.sha256 === sha256)) {
    throw new Error(
      `${folder}: ${inBuild.manifest} is not the signed one: fetch the build again, or sign it by \`make compile\` with SIGN_KEY`,
    );
  }
}
