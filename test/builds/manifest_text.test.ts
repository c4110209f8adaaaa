/** The checksum of a manifest: no byte of it changes unnoticed, by any reader. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {readManifest as storageReads} from '../../builds/build_files.ts';
import {isIntact, manifestText} from '../../builds/manifest_text.ts';
import {readManifest as engineReads} from '../../engine/file/build_files.ts';
import {readManifest as pipelineReads} from '../../pipeline/publish/current_build.ts';
import {idOf, writeBuild} from '../helpers/published.ts';

let root = '';
let folder = '';
let manifest: Manifest;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'manifest-'));
  manifest = writeBuild(root, 1, {'parquet/contracts/a.parquet': 'some bytes'});
  folder = join(root, 'builds', idOf(1));
});
afterAll(() => rmSync(root, {recursive: true}));

test('a manifest is read as it was written', async () => {
  const text = manifestText(manifest);
  expect(isIntact(text)).toBe(true);
  writeFileSync(join(folder, inBuild.manifest), text);
  expect(await engineReads(join(folder, inBuild.manifest))).toMatchObject(manifest);
  // Sealed anew, not twice.
  expect(manifestText(JSON.parse(text) as Manifest)).toBe(text);
});

test('one without a checksum, of an earlier version, is read', async () => {
  writeFileSync(join(folder, inBuild.manifest), JSON.stringify(manifest));
  expect(await engineReads(join(folder, inBuild.manifest))).toEqual(manifest);
});

test('every changed character is noticed', () => {
  const text = manifestText(manifest);
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === '1' ? '2' : '1';
    expect(isIntact(text.slice(0, at) + other + text.slice(at + 1)), `character ${at}`).toBe(false);
  }
});

test('pipeline, engine and storage believe no changed manifest', async () => {
  const path = join(folder, inBuild.manifest);
  writeFileSync(path, manifestText(manifest).replace('"rows": 1', '"rows": 2'));
  expect(readFileSync(path, 'utf8')).toContain('"rows": 2');
  await expect(engineReads(path)).rejects.toThrow(
    `${path} is damaged (another checksum): run \`make ingest\` to write a new build`,
  );
  expect(await pipelineReads(folder)).toBeNull();
  expect(await storageReads(folder)).toBeNull();
});
