/**
 * The systemd units: their commands are the Makefile's, their settings exist, and systemd accepts and rates
 * them where it is found.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {globSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SETTINGS, settings} from '../../datasets/settings.ts';
import {neededFiles} from '../../server/process/open_files.ts';
import {mallocOf, recipeOf, withoutVariables} from '../helpers/make_commands.ts';
import {ROOT} from '../helpers/stack.ts';

const FOLDER = join(ROOT, 'deploy/systemd');
/** Where the units expect the project. */
const HOME = '/opt/federal-public-data';

/** Values by name, in their order; names may occur more than once. */
type Unit = Map<string, string[]>;

function readUnit(name: string): Unit {
  const unit: Unit = new Map();
  for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n')) {
    const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (key === undefined) expect(line).toMatch(/^(#.*|\[\w+\]|)$/);
    else unit.set(key, [...(unit.get(key) ?? []), value!]);
  }
  return unit;
}

const one = (unit: Unit, key: string): string => {
  expect([key, unit.get(key)?.length]).toEqual([key, 1]);
  return unit.get(key)![0]!;
};

const SERVICES = globSync('*.service', {cwd: FOLDER}).sort();
const TIMERS = globSync('*.timer', {cwd: FOLDER}).sort();

/** The command of `make` that a service runs, as its comment names it. */
const targetOf = (name: string): string =>
  /^# The command of `make (\w+)`/m.exec(readFileSync(join(FOLDER, name), 'utf8'))?.[1] ?? '';

const environmentOf = (unit: Unit): Record<string, string> =>
  Object.fromEntries((unit.get('Environment') ?? []).map((text) => /^(\w+)=(.*)$/.exec(text)!.slice(1, 3)));

test('there is a server, an ingest and a timer for it', () => {
  expect(SERVICES.map(targetOf)).toEqual(expect.arrayContaining(['serve', 'ingest']));
  for (const timer of TIMERS) expect(SERVICES).toContain(one(readUnit(timer), 'Unit'));
  expect(TIMERS).not.toEqual([]);
});

describe.each(SERVICES)('%s', (name) => {
  const unit = readUnit(name);

  test('runs the command of the Makefile', () => {
    const command = one(unit, 'ExecStart').replace(`${HOME}/`, '');
    const recipe = recipeOf(targetOf(name)).find((line) => withoutVariables(line) === command);
    expect(recipe).toBeDefined();
    expect(mallocOf(recipe!)).toEqual(
      Object.fromEntries(Object.entries(environmentOf(unit)).filter(([key]) => key.startsWith('MALLOC_'))),
    );
    expect(one(unit, 'WorkingDirectory')).toBe(HOME);
  });

  test('names settings that exist, and keeps data where the unit may write', () => {
    const environment = environmentOf(unit);
    const {NODE_COMPILE_CACHE, ...own} = environment;
    const names = Object.keys(own).filter((key) => !key.startsWith('MALLOC_'));
    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(names));
    expect(own['DATA_DIR']).toBe(`/var/lib/${one(unit, 'StateDirectory')}`);
    expect(NODE_COMPILE_CACHE).toBe(`/var/cache/${one(unit, 'CacheDirectory')}`);
    expect(one(unit, 'EnvironmentFile')).toMatch(/^-\/etc\//);
  });

  test('stops after what is running, and may open the files that it needs', () => {
    const drain = Number(settings(environmentOf(unit)).DRAIN_MS);
    expect(Number(one(unit, 'TimeoutStopSec')) * 1000).toBeGreaterThan(drain + 10_000);
    // A machine of 256 processors, with two thousand connections.
    expect(Number(one(unit, 'LimitNOFILE'))).toBeGreaterThan(neededFiles(256) + 2000);
    expect(one(unit, 'MemoryMax')).toMatch(/^\d+G$/);
  });
});

test('all services run as the same user, so that files keep their owner', () => {
  const users = new Set(SERVICES.map((name) => one(readUnit(name), 'User')));
  expect([...users]).toEqual(['fpd']);
  expect(readFileSync(join(FOLDER, 'fpd.conf'), 'utf8')).toMatch(/^u fpd /m);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!hasSystemd)('systemd', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'units-'));
    // It looks whether programs and folders exist.
    for (const name of [...SERVICES, ...TIMERS]) {
      writeFileSync(join(folder, name), readFileSync(join(FOLDER, name), 'utf8').replaceAll(HOME, ROOT));
    }
  });
  afterAll(() => rmSync(folder, {recursive: true, force: true}));

  test('accepts the units without a remark', () => {
    const paths = [...SERVICES, ...TIMERS].map((name) => join(folder, name));
    const {status, stdout, stderr} = spawnSync('systemd-analyze', ['verify', ...paths], {encoding: 'utf8'});
    // Units of the machine may have faults of their own.
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('fpd-'));
    expect([status, said]).toEqual([0, []]);
  });

  test.each(SERVICES)('rates the exposure of %s as low', (name) => {
    const table = execFileSync('systemd-analyze', ['security', '--offline=true', join(folder, name)], {
      encoding: 'utf8',
    });
    const [, level] = new RegExp(`exposure level for ${basename(name)}: ([\\d.]+)`).exec(table) ?? [];
    expect(Number(level)).toBeLessThan(2);
  });
});
