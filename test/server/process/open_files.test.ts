/** The limit of open files: read at start, too low a one is told with what is needed. */
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {allowedFiles, assertOpenFiles, neededFiles} from '../../../server/process/open_files.ts';
import {programCache} from '../../helpers/program_cache.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

test('more threads need more files; the exact number is enough', () => {
  expect(neededFiles(2)).toBeGreaterThan(neededFiles(1));
  expect(() => assertOpenFiles(2, neededFiles(2))).not.toThrow();
  expect(() => assertOpenFiles(2, null)).not.toThrow();
  expect(() => assertOpenFiles(1, neededFiles(1) - 1)).toThrow(
    `it needs ${neededFiles(1)} open files (1 thread, two builds, 100 connections) and may open ${neededFiles(1) - 1}: raise the limit`,
  );
});

test('the limit is read where the system tells it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'));
  const path = join(folder, 'limits');
  writeFileSync(
    path,
    'Limit   Soft Limit  Hard Limit  Units\nMax open files            64       4096        files\n',
  );
  expect(allowedFiles(path)).toBe(64);
  writeFileSync(path, 'Max open files  unlimited unlimited files\n');
  expect(allowedFiles(path)).toBe(Number.POSITIVE_INFINITY);
  expect(allowedFiles(join(folder, 'nothing'))).toBeNull();
  rmSync(folder, {recursive: true});
});

test.skipIf(allowedFiles() === null)(
  'with 64 descriptors the server says at start what it needs',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'limits-'));
    const command = `ulimit -n 64; exec "${process.execPath}" --disable-warning=ExperimentalWarning "${MAIN}"`;
    const env = {
      ...process.env,
      ...programCache(),
      DATA_DIR: folder,
      PORT: '0',
      WORKERS: '2',
    };
    const stderr = await new Promise<string>((resolve) => {
      execFile('bash', ['-c', command], {env}, (_error, _out, err) => resolve(err));
    });
    expect(stderr).toBe(
      `server cannot start: it needs ${neededFiles(3)} open files (3 threads, two builds, 100 connections) and may open 64: raise the limit, e.g. with ulimit -n 1024\n`,
    );
    rmSync(folder, {recursive: true});
  },
);
