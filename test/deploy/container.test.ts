/**
 * The Containerfile: its commands, ports and settings are the project's; built and run where podman and the
 * base image are found.
 */
import {type SpawnSyncReturns, spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SETTINGS} from '../../datasets/settings.ts';
import {KEYLESS} from '../../server/api/schema/operations.ts';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {mallocOf, recipeOf, withoutVariables} from '../helpers/make_commands.ts';
import {ROOT} from '../helpers/stack.ts';

const text = readFileSync(join(ROOT, 'Containerfile'), 'utf8');

/** Instructions in their order; the values of those that occur once are read by `one`. */
const instructions = text
  .split('\n')
  .flatMap((line) =>
    [...line.matchAll(/^([A-Z]+) (.+)$/g)].map(([, name, value]) => ({name: name!, value: value!})),
  );
const all = (name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({value}) => value);
function one(name: string): string {
  expect([name, all(name).length]).toEqual([name, 1]);
  return all(name)[0]!;
}
const environment = Object.fromEntries(
  one('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

test('it starts what `make serve` starts, with the packages of `make runtime`', () => {
  const command = [...JSON.parse(one('ENTRYPOINT')), ...JSON.parse(one('CMD'))].join(' ');
  const [serve] = recipeOf('serve').slice(-1);
  expect(withoutVariables(serve!)).toBe(command);
  expect(mallocOf(serve!)).toEqual(
    Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('MALLOC_'))),
  );
  const install = recipeOf('runtime', ['-W', 'package.json']).find((line) => line.startsWith('npm ci'));
  expect(all('RUN')).toContain(install);
});

test('settings exist, ports are theirs, and there is no secret', () => {
  const {NODE_COMPILE_CACHE, ...own} = environment;
  expect(NODE_COMPILE_CACHE).toMatch(/^\/tmp\//);
  const names = Object.keys(own).filter((name) => !name.startsWith('MALLOC_'));
  expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(names));
  expect(own['PORT']).toBe(SETTINGS.PORT.default);
  expect(one('EXPOSE')).toBe(own['PORT']);
  expect(one('VOLUME')).toBe(own['DATA_DIR']);
  expect(`${all('ENV')} ${all('ARG')}`).not.toMatch(/KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i);
  // A user without rights; platforms that choose another run it with group 0, to which the folder belongs.
  expect(one('USER')).toMatch(/^[1-9]\d*:0$/);
  expect(all('RUN').join('\n')).toMatch(/install -d -m 0770 -o \d+ -g 0 \/data/);
});

test('it has the rooms that import each other and no other folder', () => {
  const {forbidden} = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
    forbidden: {name: string; from: {path?: string}}[];
  };
  const rule = forbidden.find(({name}) => name === 'every-file-in-a-room')!;
  const rooms = /\(([a-z|]+)\)/.exec(rule.from.path!)![1]!.split('|').sort();
  const copied = all('COPY')
    .filter((value) => /^[a-z]+ [a-z]+$/.test(value))
    .map((value) => value.split(' ')[0]!);
  expect(copied.sort()).toEqual(rooms);
  const sent = readFileSync(join(ROOT, '.containerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  expect(sent.map((line) => line.slice(1)).sort()).toEqual(
    [...rooms, 'package-lock.json', 'package.json'].sort(),
  );
});

test('the health check asks a path that needs no key', () => {
  const [, path] = /\$\{process\.env\.PORT\}(\/\w+)`/.exec(one('HEALTHCHECK')) ?? [];
  expect(KEYLESS.map((one): string => one.path)).toContain(path);
});

test('the guide runs files that exist', () => {
  const guide = readFileSync(join(ROOT, 'docs/DEPLOY.md'), 'utf8');
  const lines = guide.split('\n').filter((line) => line.startsWith('podman '));
  expect(lines.length).toBeGreaterThan(2);
  const files = lines.flatMap((line) => line.replace(/ #.*/, '').match(/\b(?:pipeline|server)\/\S+/g) ?? []);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(readFileSync(join(ROOT, file)).length).toBeGreaterThan(0);
});

const podman = (...args: string[]): SpawnSyncReturns<string> =>
  spawnSync('podman', args, {cwd: ROOT, encoding: 'utf8', timeout: 600_000});

const BASE = /^ARG BASE=(.+)$/m.exec(text)![1]!;
/** Why the image is not built here; empty where it is. */
function obstacle(): string {
  if (podman('--version').status !== 0) return 'podman is not installed';
  if (podman('image', 'exists', BASE).status !== 0) return `podman has no image ${BASE}: run podman pull`;
  const {status, stderr} = podman('run', '--rm', '--network=host', BASE, 'true');
  return status === 0 ? '' : `podman runs no container here: ${stderr.trim()}`;
}
const missing = obstacle();

describe.skipIf(missing !== '')(`the image${missing && ` (skipped: ${missing})`}`, () => {
  const image = `localhost/fpd-test-${randomBytes(4).toString('hex')}`;
  const containers: string[] = [];
  beforeAll(() => {
    const {status, stderr} = podman('build', '--network=host', '--format=docker', '-t', image, '.');
    expect([status, status === 0 ? '' : stderr.slice(-2000)]).toEqual([0, '']);
  });
  afterAll(() => {
    for (const id of containers) podman('rm', '-f', '-t', '0', '-v', id);
    podman('rmi', '-f', image);
  });

  test('serves as a user without rights, and is stopped by a signal', async () => {
    const port = await findFreePort('127.0.0.1', 0);
    const args = ['--network=host', '-e', `PORT=${port}`, '-e', 'HOST=127.0.0.1'];
    const started = podman('run', '-d', ...args, image);
    expect([started.status, started.stderr]).toEqual([0, expect.any(String)]);
    const id = started.stdout.trim();
    containers.push(id);
    const answer = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (one) => one.json(),
        () => null,
      );
    // There is no build yet, but accounts can be used: it listens and writes.
    await expect.poll(answer, {timeout: 60_000}).toMatchObject({checks: {store: 'ok'}});
    expect(podman('exec', id, 'server/admin/fpd-admin', 'account', 'list').stdout).toMatch(/^e-mail /);
    const owner = podman('exec', id, 'stat', '-c', '%u %a', '/data/accounts.db').stdout.trim();
    expect(owner).toBe('1000 600');
    expect(podman('healthcheck', 'run', id).status).toBe(1);
    podman('stop', '-t', '60', id);
    expect(podman('inspect', '-f', '{{.State.ExitCode}}', id).stdout.trim()).toBe('0');
  });

  test('runs the other programs by the names of their files', () => {
    const {status, stderr} = podman(
      'run',
      '--rm',
      '--network=none',
      '-e',
      'SOURCES=nothing',
      image,
      'pipeline/cli.ts',
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining('nothing')]);
  });
});
