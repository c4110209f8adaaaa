/** The bundle: one folder for each state of the code, which is whole before anything names it. */
import {mkdtemp, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {bundle} from '../../../server/bundle/bundle.ts';
import {ASSET_ENTRIES, MAP_LIBRARY} from '../../../server/site/asset_table.ts';
import {deferCleanup} from '../../helpers/cleanup.ts';

async function freshFolder(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'bundle-'));
  deferCleanup(() => rm(dist, {recursive: true, force: true}));
  return dist;
}

const codeOf = async (main: string): Promise<string> =>
  /'\.\/([0-9a-f]{16})\/main\.js'/.exec(await readFile(main, 'utf8'))![1]!;

const codesIn = async (dist: string): Promise<string[]> =>
  (await readdir(dist)).filter((name) => name !== 'main.js').sort();

test('the same code is the same folder; another is beside it until the one after that', async () => {
  const dist = await freshFolder();
  const first = await codeOf(await bundle({dist}));
  const {mtimeMs} = await stat(join(dist, first, 'main.js'));
  expect(await codeOf(await bundle({dist}))).toBe(first);
  expect((await stat(join(dist, first, 'main.js'))).mtimeMs).toBe(mtimeMs);
  const second = await codeOf(await bundle({dist, reloads: true}));
  expect(second).not.toBe(first);
  expect(await codesIn(dist)).toEqual([first, second].sort());
  // One that nothing names any more goes with the next change.
  await writeFile(join(dist, 'main.js'), `import './${'0'.repeat(16)}/main.js';\n`);
  await bundle({dist});
  expect(await codesIn(dist)).toEqual([first]);
});

test('it has what threads start with, and every asset under the hash of its bytes', async () => {
  const dist = await freshFolder();
  const folder = join(dist, await codeOf(await bundle({dist})));
  const files = await readdir(folder);
  for (const name of ['main', 'worker', 'web_thread', 'alert_thread', 'replica_thread', 'fetch_thread'])
    expect(files).toContain(`${name}.js`);
  const assets = await readdir(join(folder, 'assets'), {recursive: true, withFileTypes: true});
  const paths = assets.filter((entry) => entry.isFile());
  expect(paths.map(({name}) => name).sort()).toEqual([...Object.keys(ASSET_ENTRIES), MAP_LIBRARY].sort());
  for (const {parentPath} of paths) expect(basename(parentPath)).toMatch(/^[0-9a-f]{12}$/);
  expect(dirname(folder)).toBe(dist);
  // What looks for new code is in no bundle that is served.
  const site = paths.find(({name}) => name === 'site.js')!;
  expect(await readFile(join(site.parentPath, site.name), 'utf8')).not.toContain('/en/about');
});
