/** A build of which one file at a time is damaged, and a server that is asked over it. */
import {readFile, realpath, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {random} from '../../corpus/prng.ts';
import {inBuild, indexFiles, type StoredFile} from '../../datasets/artefacts.ts';
import {manifestText} from '../../datasets/manifest_text.ts';
import {namedFiles} from '../../engine/file/named_files.ts';
import {verifyFile} from '../../engine/file/verify_file.ts';
import {isDamaged, loadBuild} from '../../engine/open.ts';
import {readManifest} from '../../pipeline/publish/manifest.ts';
import {writeBuild} from '../helpers/build.ts';
import {testService} from '../helpers/service.ts';
import {damaged} from './damage.ts';
import {answers, QUESTIONS, rowsOf} from './questions.ts';

const REMEDY = /make (compile|ingest)|restore/;

/** Checks one kind of file: damages the file that the number chooses; returns what was found. */
export type Check = (number: number) => Promise<string>;

export interface DamagedBuild {
  index: Check;
  parquet: Check;
  manifest: Check;
  cursor: Check;
  close(): void;
}

const isParquet = ({path}: StoredFile): boolean => path.endsWith('.parquet');

/** Writes the build below `folder` and asks it undamaged. */
export async function damagedBuild(folder: string, seed: number): Promise<DamagedBuild> {
  const dir = join(await realpath(folder), 'build');
  const manifest = await writeBuild(dir, {rows: rowsOf(seed)});
  await writeFile(join(dir, inBuild.manifest), manifestText(manifest));
  const {context, key, errors, close} = await testService();

  /** The answers over the build as it is now; the error of one that cannot be opened. */
  const ask = async (targets: readonly string[]): Promise<{given: string[]; damage: boolean} | Error> => {
    const loaded = await loadBuild(dir).catch((error: Error) => error);
    if (loaded instanceof Error) return loaded;
    try {
      const given = await answers(context, key, loaded.shared, targets);
      return {given, damage: isDamaged(loaded.shared)};
    } finally {
      loaded.close();
    }
  };
  const whole = await ask(QUESTIONS);
  if (whole instanceof Error) throw whole;
  const bad = QUESTIONS.filter((_, at) => !whole.given[at]!.startsWith('200 '));
  if (bad.length > 0) throw new Error(`the undamaged build does not answer ${bad.join(', ')}`);

  /** Throws for an answer that is neither the undamaged one nor 503, and for an error that names no file or remedy. */
  const assertHonest = async (path: string): Promise<string> => {
    errors.length = 0;
    const asked = await ask(QUESTIONS);
    if (asked instanceof Error) {
      if (!asked.message.includes(path)) throw new Error(`names another file than ${path}: ${asked.message}`);
      if (!REMEDY.test(asked.message)) throw new Error(`names no remedy: ${asked.message}`);
      return 'not opened';
    }
    let refused = 0;
    for (const [at, answer] of asked.given.entries()) {
      if (answer === whole.given[at]) continue;
      if (!answer.startsWith('503 '))
        throw new Error(`a wrong answer to ${QUESTIONS[at]}: ${answer.slice(0, 300)}`);
      refused++;
    }
    if (refused === 0) return 'not needed by any question';
    if (!asked.damage) throw new Error('/health does not know that the build is damaged');
    return 'answered 503';
  };

  const withDamage = async (
    kind: string,
    number: number,
    files: readonly string[],
    check: (path: string) => Promise<string>,
  ): Promise<string> => {
    const numbers = random(seed, kind, number);
    const path = join(dir, numbers.pick(files));
    const bytes = await readFile(path);
    const changed = damaged(bytes, numbers);
    await writeFile(path, changed.bytes);
    try {
      return await check(path).catch((cause: Error) => {
        throw new Error(`${path.slice(dir.length + 1)} ${changed.how}: ${cause.message}`, {cause});
      });
    } finally {
      await writeFile(path, bytes);
    }
  };

  const named = new Map(namedFiles(dir, manifest).map((file) => [file.path, file]));
  const verifyAndAsk = async (path: string): Promise<string> => {
    const {problem} = await verifyFile(named.get(path)!);
    if (problem === null) throw new Error('`make verify` finds nothing');
    return assertHonest(path);
  };
  const stored = [
    ...Object.values(manifest.index).flatMap(indexFiles),
    ...Object.values(manifest.datasets).flatMap(({files}) => files),
  ].filter(({bytes}) => bytes > 0);
  const pathsOf = (wanted: (file: StoredFile) => boolean) => stored.filter(wanted).map(({path}) => path);

  return {
    index: (number) =>
      withDamage(
        'index',
        number,
        pathsOf((file) => !isParquet(file)),
        verifyAndAsk,
      ),
    parquet: (number) => withDamage('parquet', number, pathsOf(isParquet), verifyAndAsk),
    manifest: (number) =>
      withDamage('manifest', number, [inBuild.manifest], async (path) => {
        if ((await readManifest(dir)) !== null) throw new Error('the pipeline believes it');
        return assertHonest(path);
      }),
    cursor: cursorCheck(seed, async (targets) => {
      const asked = await ask(targets);
      if (asked instanceof Error) throw asked;
      return asked.given;
    }),
    close,
  };
}

/** Damages the cursor of a second page. */
function cursorCheck(seed: number, ask: (targets: readonly string[]) => Promise<string[]>): Check {
  const lists = [
    'contracts?limit=5',
    'contracts/stats?group_by=vendor&limit=5',
    'permits?limit=5&sort=estimated_cost',
  ];
  const following = (list: string, cursor: string) => `${list}&cursor=${encodeURIComponent(cursor)}`;
  return async (number) => {
    const numbers = random(seed, 'cursor', number);
    const list = numbers.pick(lists);
    const [first = ''] = await ask([list]);
    const {meta} = JSON.parse(first.slice('200 '.length)) as {meta: {next_cursor: string}};
    const changed = damaged(Buffer.from(meta.next_cursor), numbers).bytes.toString('latin1');
    const [expected, given = ''] = await ask([following(list, meta.next_cursor), following(list, changed)]);
    // A parameter without a value is not given.
    if (changed.trim() === '') return 'no cursor';
    if (given === expected) return 'the same cursor';
    if (/^400 .*cursor/.test(given)) return 'answered 400';
    throw new Error(`the cursor ${changed} of ${list} gets ${given.slice(0, 300)}`);
  };
}
