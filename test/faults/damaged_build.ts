/** A build of which one file at a time is damaged, and a server that is asked over it. */
import {cp, readFile, realpath, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inBuild} from '../../builds/artefacts.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {namedFiles} from '../../engine/file/named_files.ts';
import {verifyFile} from '../../engine/file/verify_file.ts';
import {isDamaged, loadBuild} from '../../engine/open.ts';
import {readManifest} from '../../pipeline/publish/current_build.ts';
import {type Random, random} from '../corpus/prng.ts';
import {writeBuild} from '../helpers/build.ts';
import {type Service, testService} from '../helpers/service.ts';
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

const isParquet = (path: string): boolean => path.endsWith('.parquet');

/** What a server makes of the build as it lies on the disk. */
interface Asked {
  given: string[];
  /** Whether /health knows of damage. */
  damage: boolean;
}

type Ask = (targets: readonly string[]) => Promise<Asked | Error>;

/** The error is that of a build that cannot be opened. */
const asking =
  (dir: string, {context, key}: Service): Ask =>
  async (targets) => {
    const loaded = await loadBuild(dir).catch((error: Error) => error);
    if (loaded instanceof Error) return loaded;
    try {
      const given = await answers(context, key, loaded.shared, targets);
      return {given, damage: isDamaged(loaded.shared)};
    } finally {
      loaded.close();
    }
  };

/** The answers over the undamaged build, which has one to every question. */
async function undamaged(ask: Ask): Promise<string[]> {
  const whole = await ask(QUESTIONS);
  if (whole instanceof Error) throw whole;
  const bad = QUESTIONS.filter((_, at) => !whole.given[at]!.startsWith('200 '));
  if (bad.length > 0) throw new Error(`the undamaged build does not answer ${bad.join(', ')}`);
  return whole.given;
}

/**
 * Throws for an answer that is neither the undamaged one nor 503, and for an error that names no file or
 * remedy.
 */
async function assertHonest(ask: Ask, expected: readonly string[], path: string): Promise<string> {
  const asked = await ask(QUESTIONS);
  if (asked instanceof Error) {
    if (!asked.message.includes(path)) throw new Error(`names another file than ${path}: ${asked.message}`);
    if (!REMEDY.test(asked.message)) throw new Error(`names no remedy: ${asked.message}`);
    return 'not opened';
  }
  const differing = [...asked.given.keys()].filter((at) => asked.given[at] !== expected[at]);
  const wrong = differing.find((at) => !asked.given[at]!.startsWith('503 '));
  if (wrong !== undefined) {
    throw new Error(`a wrong answer to ${QUESTIONS[wrong]}: ${asked.given[wrong]!.slice(0, 300)}`);
  }
  if (differing.length === 0) return 'not needed by any question';
  if (!asked.damage) throw new Error('/health does not know that the build is damaged');
  return 'answered 503';
}

/** Damages one of the files, has it looked at, and restores it. */
async function withDamage(
  dir: string,
  numbers: Random,
  files: readonly string[],
  check: (path: string) => Promise<string>,
): Promise<string> {
  const path = join(dir, numbers.pick(files));
  const bytes = await readFile(path);
  const changed = damaged(bytes, numbers);
  await writeFile(path, changed.bytes);
  try {
    return await check(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path.slice(dir.length + 1)} ${changed.how}: ${why}`, {cause});
  } finally {
    await writeFile(path, bytes);
  }
}

/** Writes the build below `folder` and asks it undamaged. */
export async function damagedBuild(folder: string, seed: number): Promise<DamagedBuild> {
  const dir = join(await realpath(folder), 'build');
  const manifest = await writeBuild(`${dir}-linked`, {rows: rowsOf(seed)});
  // Exports may be links to the Parquet: here each file is damaged alone.
  await cp(`${dir}-linked`, dir, {recursive: true});
  await writeFile(join(dir, inBuild.manifest), manifestText(manifest));
  const service = await testService();
  const ask = asking(dir, service);
  const expected = await undamaged(ask);
  const files = namedFiles(dir, manifest).filter(({bytes}) => bytes > 0);
  const named = new Map(files.map((file) => [file.path, file]));
  const verifyAndAsk = async (path: string): Promise<string> => {
    const {problem} = await verifyFile(named.get(path)!);
    if (problem === null) throw new Error('`make verify` finds nothing');
    return assertHonest(ask, expected, path);
  };
  const paths = files.map(({path}) => path.slice(dir.length + 1));
  const [parquet, index] = [paths.filter(isParquet), paths.filter((path) => !isParquet(path))];
  return {
    index: (number) => withDamage(dir, random(seed, 'index', number), index, verifyAndAsk),
    parquet: (number) => withDamage(dir, random(seed, 'parquet', number), parquet, verifyAndAsk),
    manifest: (number) =>
      withDamage(dir, random(seed, 'manifest', number), [inBuild.manifest], async (path) => {
        if ((await readManifest(dir)) !== null) throw new Error('the pipeline believes it');
        return assertHonest(ask, expected, path);
      }),
    cursor: cursorCheck(seed, async (targets) => {
      const asked = await ask(targets);
      if (asked instanceof Error) throw asked;
      return asked.given;
    }),
    close: service.close,
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
