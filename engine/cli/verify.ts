/**
 * Command: reads every file that a build's manifest names, and compares it with size, hash and checksums; with
 * KEY, a public key, the build with its signature, too. Exit code 1 for what differs.
 */
import {readdir, realpath} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {buildFiles} from '../../builds/build_files.ts';
import {command} from '../../builds/command.ts';
import {type Statement, trustedKeys} from '../../builds/signature.ts';
import {readStatement, unlikeSigned} from '../../builds/signed_build.ts';
import {settings} from '../../datasets/settings.ts';
import {readManifest} from '../file/build_files.ts';
import {type GroupedFile, namedFiles} from '../file/named_files.ts';
import {verifyFiles} from './verify_files.ts';

const GIGABYTE = 1e9;
const NAME_WIDTH = 26;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(3);

/** What restores a file. */
const remedyOf = (dir: string, {compiled}: GroupedFile): string =>
  compiled
    ? 'check the disk, run `make compile` to write the index of the build again, and restart the server'
    : `check the disk, and restore the file from a copy; without one delete ${dir} and the folder \`parts\` of the data, and run \`make ingest\``;

/** What is left to verify of a dataset. */
interface Group {
  files: number;
  left: number;
  bytes: number;
  damaged: number;
}

/** The folder that BUILD names, or the current build. */
function folderOf(): string {
  const {current, build} = dataPaths(settings(process.env).DATA_DIR);
  const id = process.env['BUILD']?.trim();
  return process.argv[2] ?? (id ? build(id) : current);
}

/** What to do where there is no such build: the builds beside it, if there are any. */
async function remedyFor(folder: string): Promise<string> {
  const names = await readdir(dirname(folder)).catch(() => []);
  const builds = names.filter((name) => /^[0-9a-f]{16}$/.test(name));
  if (builds.length === 0) return 'run `make ingest` or `make demo` first';
  return `BUILD is one of ${builds.toSorted().join(', ')}`;
}

function groupsOf(files: readonly GroupedFile[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const {group: name, bytes} of files) {
    const group = groups.get(name) ?? {files: 0, left: 0, bytes: 0, damaged: 0};
    groups.set(name, {...group, files: group.files + 1, left: group.left + 1, bytes: group.bytes + bytes});
  }
  return groups;
}

const lineOf = (name: string, {files, bytes, damaged}: Group): string =>
  `${name.padEnd(NAME_WIDTH)} ${String(files).padStart(4)} files ${megabytes(bytes).padStart(9)} MB  ${damaged === 0 ? 'ok' : `${damaged} DAMAGED`}`;

/**
 * Verifies the build in `folder`; prints a line for each dataset, and what is damaged or not as it was signed.
 * Returns how much that is.
 */
async function verify(folder: string): Promise<number> {
  const dir = await realpath(folder).catch(async (cause: Error) => {
    throw new Error(`${folder} is no build: ${await remedyFor(folder)}`, {cause});
  });
  const manifest = await readManifest(join(dir, inBuild.manifest));
  const files = namedFiles(dir, manifest);
  const keys = trustedKeys(process.env['KEY']?.trim() || settings(process.env).VERIFY_KEY, 'KEY');
  const statement = keys && (await readStatement(dir, manifest.build_id, keys));
  const groups = groupsOf(files);
  const problems: string[] = [];
  const {stdout} = process;
  const total = files.reduce((sum, {bytes}) => sum + bytes, 0);
  const startedAt = performance.now();
  let read = 0;
  const clear = stdout.isTTY ? '\r\u001b[K' : '';
  await verifyFiles(files, (file, verified) => {
    const group = groups.get(file.group)!;
    read += verified.read;
    group.left--;
    if (verified.problem !== null) {
      group.damaged++;
      problems.push(`${file.path} ${verified.problem}: ${remedyOf(dir, file)}`);
    }
    if (group.left === 0) stdout.write(`${clear}${lineOf(file.group, group)}\n`);
    if (stdout.isTTY) stdout.write(`${clear}${gigabytes(read)} of ${gigabytes(total)} GB`);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const speed = (read / GIGABYTE / seconds).toFixed(2);
  stdout.write(
    `${clear}build ${manifest.build_id}: ${files.length} files, ${gigabytes(read)} GB in ${seconds.toFixed(1)} s, ${speed} GB/s: ${problems.length === 0 ? 'all are as they were written' : `${problems.length} are damaged`}\n`,
  );
  const unlike = statement ? await unlikeStatement(dir, manifest, statement) : [];
  for (const problem of [...problems, ...unlike]) process.stderr.write(`${problem}\n`);
  if (statement && unlike.length === 0) stdout.write(`${signedLine(statement)}\n`);
  return problems.length + unlike.length;
}

/** What of the files is not as it was signed, with the remedy. Their bytes were compared with the manifest. */
async function unlikeStatement(dir: string, manifest: Manifest, statement: Statement): Promise<string[]> {
  const files = await buildFiles(dir, manifest).catch((error: Error) => error);
  if (files instanceof Error) return [files.message];
  return unlikeSigned(statement, files).map(
    (text) => `${join(dir, text)}: fetch the build again, or take it from its publisher`,
  );
}

/** Says whose signature it was, and of what code. */
function signedLine({subject, predicate}: Statement): string {
  const {runDetails, buildDefinition} = predicate as {
    runDetails?: {builder?: {id?: string}};
    buildDefinition?: {internalParameters?: {commit?: string | null}};
  };
  const commit = buildDefinition?.internalParameters?.commit;
  return `signed: ${subject.length} files, by ${runDetails?.builder?.id}${commit ? `, of commit ${commit}` : ''}`;
}

await command('verify', async () => {
  process.exitCode = (await verify(folderOf())) > 0 ? 1 : 0;
});
