/** The committed programs are what their sources compile to. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {main} from 'assemblyscript/asc';
import {expect, test} from 'vitest';

test.each([
  ['rows', 'convert'],
  ['rows', 'encode'],
])('engine/%s/%s.wasm is made of its source: else run `npm run wasm`', async (room, name) => {
  const dir = mkdtempSync(join(tmpdir(), 'programs-'));
  try {
    const made = join(dir, 'made.wasm');
    const folder = `engine/${room}/assembly`;
    const {error, stderr} = await main([
      `${folder}/${name}.ts`,
      '--config',
      `${folder}/asconfig.${name}.json`,
      '--outFile',
      made,
    ]);
    expect(error, String(stderr)).toBeNull();
    expect(readFileSync(made).equals(readFileSync(`engine/${room}/${name}.wasm`))).toBe(true);
  } finally {
    rmSync(dir, {recursive: true});
  }
});
