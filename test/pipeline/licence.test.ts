/** A source whose licence is unclear stays out of builds, with the reason, until ACCEPT_LICENCE names it. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ingest} from '../helpers/ingest.ts';
import {fillMirror, manifestOf} from '../helpers/mirror.ts';

const [UNCLEAR, CLEAR] = ['mississauga_zoning', 'vancouver_zoning'];
let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'licence-test-'));
  await fillMirror(join(root, 'mirror'), [UNCLEAR, CLEAR]);
});
afterAll(() => rm(root, {recursive: true, force: true}));

const run = async (more: Record<string, string> = {}) => {
  const dataDir = join(root, 'data');
  const {code, stdout} = await ingest({DATA_DIR: dataDir, MIRROR: join(root, 'mirror'), ...more});
  const {sources} = await manifestOf(dataDir);
  return {code, stdout, slugs: sources.map(({slug}) => slug)};
};

test('it is left out with the remedy, published once accepted, and gone again without', async () => {
  const first = await run();
  expect(first).toMatchObject({code: 0, slugs: [CLEAR]});
  expect(first.stdout).toMatch(/"kept":false,"reason":"LICENCE UNCLEAR: .*ACCEPT_LICENCE=mississauga_zoning/);
  expect(await run({ACCEPT_LICENCE: ` other, ${UNCLEAR}`})).toMatchObject({code: 0, slugs: [CLEAR, UNCLEAR]});
  expect(await run({SOURCES: CLEAR})).toMatchObject({code: 0, slugs: [CLEAR]});
});
