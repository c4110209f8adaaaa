/** The committed renderer is what its source compiles to. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {main} from 'assemblyscript/asc';
import {expect, test} from 'vitest';

test('render.wasm is made of assembly/render.ts: else run `npm run renderer`', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'renderer-'));
  try {
    const made = join(dir, 'made.wasm');
    const config = 'engine/rows/assembly/asconfig.json';
    const {error, stderr} = await main([
      'engine/rows/assembly/render.ts',
      '--config',
      config,
      '--outFile',
      made,
    ]);
    expect(error, String(stderr)).toBeNull();
    expect(readFileSync(made).equals(readFileSync('engine/rows/render.wasm'))).toBe(true);
  } finally {
    rmSync(dir, {recursive: true});
  }
});
