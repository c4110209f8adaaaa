/** The committed programs are what their sources compile to. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {main} from 'assemblyscript/asc';
import {expect, test} from 'vitest';

test.each([
  ['convert', 'asconfig.convert.json'],
  ['encode', 'asconfig.encode.json'],
])('%s.wasm is made of its source: else run `npm run wasm`', async (name, config) => {
  const dir = mkdtempSync(join(tmpdir(), 'programs-'));
  try {
    const made = join(dir, 'made.wasm');
    const folder = 'engine/rows/assembly';
    const {error, stderr} = await main([
      `${folder}/${name}.ts`,
      '--config',
      `${folder}/${config}`,
      '--outFile',
      made,
    ]);
    expect(error, String(stderr)).toBeNull();
    expect(readFileSync(made).equals(readFileSync(`engine/rows/${name}.wasm`))).toBe(true);
  } finally {
    rmSync(dir, {recursive: true});
  }
});
