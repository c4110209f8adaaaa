/** A file as a body: complete even after its removal, refused if it is not the file of the build. */
import {mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {fileBody} from '../../../../server/api/operations/export/file_body.ts';

const BYTES = 700_001;

let folder: string;
let path: string;
let content: Buffer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-'));
  path = join(folder, 'a.parquet');
  content = Buffer.from(Uint8Array.from({length: BYTES}, (_, i) => (i * 7) % 251));
  writeFileSync(path, content);
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const openOnes = () => readdirSync('/proc/self/fd', {withFileTypes: true}).length;

test('streams the bytes of the opened file, even after it is removed', async () => {
  const body = fileBody({path, bytes: BYTES});
  expect(body.length).toBe(BYTES);
  const parts = [Buffer.from((await body.next())!)];
  rmSync(folder, {recursive: true});
  for (let piece = await body.next(); piece; piece = await body.next()) parts.push(Buffer.from(piece));
  expect(Buffer.concat(parts).equals(content)).toBe(true);
  body.close();
});

test('is refused before its first byte if it is missing or of another size', () => {
  expect(() => fileBody({path: `${path}x`, bytes: BYTES})).toThrow('ENOENT');
  expect(() => fileBody({path, bytes: BYTES + 1})).toThrow(
    `${path} has ${BYTES} bytes, its build says ${BYTES + 1}`,
  );
});

test('fails where the file is truncated meanwhile', async () => {
  const body = fileBody({path, bytes: BYTES});
  const first = await body.next();
  truncateSync(path, first!.length);
  await expect(body.next()).rejects.toThrow(`${path} ended after ${first!.length} bytes of ${BYTES}`);
  body.close();
});

test.skipIf(process.platform !== 'linux')('leaves no descriptor open', async () => {
  const before = openOnes();
  expect(() => fileBody({path, bytes: 1})).toThrow('its build says 1');
  const body = fileBody({path, bytes: BYTES});
  await body.next();
  body.close();
  expect(openOnes()).toBe(before);
});
