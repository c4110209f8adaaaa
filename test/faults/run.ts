/**
 * The command of `make faults`: runs the cases of KINDS (all of them) that earlier runs have left, prints a
 * report and writes it to DATA_DIR/faults/report.md. Exit code 0: every promise held; 1: one was broken; 2:
 * the settings are wrong or a kind cannot begin; 3: cases are left for the next run.
 */
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {settings} from '../../datasets/settings.ts';
import type {Kind} from './kind.ts';
import {KINDS} from './kinds.ts';
import {BROKEN, proves} from './prove.ts';
import {record} from './recorded.ts';
import {brokenOf, reportOf} from './report.ts';
import {runKind, type Tally} from './run_kind.ts';

const WRONG = 2;
const UNFINISHED = 3;

const given = (name: string): string => process.env[name]?.trim() ?? '';

/** A positive whole number of a setting; null where it is blank. */
function whole(name: string): number | null {
  const text = given(name);
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`setting ${name} must be a whole number of at least 1, got "${text}": correct it`);
  }
  return value;
}

function chosenKinds(): readonly Kind[] {
  const names = given('KINDS')
    .split(/[\s,]+/)
    .filter(Boolean);
  const unknown = names.filter((name) => !KINDS.some((kind) => kind.name === name));
  if (unknown.length > 0) {
    throw new Error(`KINDS names ${unknown.join(', ')}; known are ${KINDS.map(({name}) => name).join(', ')}`);
  }
  return names.length === 0 ? KINDS : KINDS.filter(({name}) => names.includes(name));
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** After the first signal the running case ends and clears up, after the second one nothing does. */
function stopOnSignals(): () => boolean {
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopped) process.exit(130);
      stopped = true;
      say(`${signal}: ends after the running case; the next run goes on`);
    });
  }
  return () => stopped;
}

/** Applies every change of the chosen kinds; false where one was not found. */
async function proveAll(kinds: readonly Kind[], seed: number, isOver: () => boolean): Promise<boolean> {
  let all = true;
  for (const kind of kinds) {
    const unmet = await kind.unmet();
    if (unmet !== null) say(`${kind.name}: skipped, ${unmet}`);
    for (const mutant of unmet === null ? kind.mutants : []) {
      if (isOver()) return all;
      const {found, said} = await proves(kind, mutant, seed);
      say(`${found ? 'found' : 'NOT FOUND'} ${kind.name}: without ${mutant.what}`);
      say(found ? (said.split('\n').find((line) => line.startsWith('BROKEN')) ?? '') : said);
      all &&= found;
    }
  }
  return all;
}

async function main(): Promise<number> {
  const kinds = chosenKinds();
  const [seed, n, minutes] = [whole('SEED') ?? 1, whole('N'), whole('MINUTES')];
  const [only, match] = [given('CASE') || null, given('MATCH')];
  const isStopped = stopOnSignals();
  if (given('PROVE') !== '') return (await proveAll(kinds, seed, isStopped)) ? 0 : BROKEN;
  if (only !== null && kinds.length !== 1)
    throw new Error('CASE needs the one kind that it is of: set KINDS');
  const home = join(settings(process.env).DATA_DIR, 'faults');
  await mkdir(home, {recursive: true});
  const endsAt = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const countOf = (kind: Kind): number => n ?? kind.full;
  const tallies: Tally[] = [];
  let hasBroken = false;
  // A proof needs one broken promise and not all of them.
  const isOver = () => isStopped() || Date.now() >= endsAt || (hasBroken && given('FIRST') !== '');
  const tell = (line: string): void => {
    hasBroken ||= line.startsWith('BROKEN');
    say(line);
  };
  for (const kind of kinds) {
    if (isOver()) break;
    tallies.push(await runKind(kind, {home, seed, count: countOf(kind), only, match, isOver, say: tell}));
  }
  const report = reportOf(tallies, seed, (name) => countOf(KINDS.find((kind) => kind.name === name)!));
  await writeFile(join(home, 'report.md'), report);
  say(`\n${report}`);
  if (given('RECORD') !== '' && match === '') await record(tallies, seed);
  if (brokenOf(tallies) > 0) return BROKEN;
  return tallies.length === kinds.length && tallies.every(({complete}) => complete) ? 0 : UNFINISHED;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`faults: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = WRONG;
}
