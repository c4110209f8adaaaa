/**
 * The table of rooms in `.dependency-cruiser.cjs`: a forbidden import fails `make check`, an allowed one does
 * not.
 */
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, expect, test} from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const root = mkdtempSync(join(tmpdir(), 'rooms-'));

afterAll(() => rmSync(root, {recursive: true}));

/**
 * What the rules say of a tree of files, given as path -> paths that it imports: `from -> to` of each
 * violation.
 */
function violations(tree: Record<string, string[]>): string[] {
  const folder = mkdtempSync(join(root, 'tree-'));
  for (const [path, imports] of Object.entries(tree)) {
    mkdirSync(join(folder, dirname(path)), {recursive: true});
    const up = '../'.repeat(path.split('/').length - 1);
    writeFileSync(
      join(folder, path),
      [
        ...imports.map((to) =>
          to.startsWith('node:')
            ? `import {readSync} from '${to}';\nexport const read = readSync;`
            : `import type {} from '${up}${to}';`,
        ),
        'export {};',
      ].join('\n'),
    );
  }
  const args = ['--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', '.'];
  const {stdout, stderr} = spawnSync(process.execPath, [CRUISER, ...args], {cwd: folder, encoding: 'utf8'});
  expect(stderr).toBe('');
  const {summary} = JSON.parse(stdout) as {summary: {violations: {from: string; to: string}[]}};
  return [...new Set(summary.violations.map(({from, to}) => `${from} -> ${to}`))].sort();
}

test('an import against the order of the rooms fails, type-only ones too, and no other', () => {
  expect(
    violations({
      'datasets/index.ts': [],
      'datasets/types.ts': ['test/corpus/generate.ts'],
      'test/corpus/generate.ts': ['datasets/index.ts', 'pipeline/run.ts'],
      'test/corpus/generate.test.ts': ['pipeline/run.ts'],
      'pipeline/run.ts': ['pipeline/read/csv.ts', 'engine/open.ts'],
      'pipeline/read/csv.ts': ['datasets/index.ts', 'pipeline/fetch/http.ts'],
      'pipeline/fetch/http.ts': ['pipeline/read/delimiter.ts'],
      'pipeline/read/delimiter.ts': [],
      'engine/types.ts': ['datasets/index.ts', 'engine/open.ts'],
      'engine/open.ts': ['engine/query/list.ts', 'engine/file/index_file.ts'],
      'engine/file/index_file.ts': ['engine/rows/reader.ts'],
      'engine/rows/reader.ts': [],
      'engine/query/list.ts': ['engine/rows/reader.ts'],
      'server/serve.ts': ['server/api/dispatch.ts', 'server/http/transport.ts'],
      'server/api/dispatch.ts': ['server/http/transport.ts', 'engine/open.ts', 'engine/query/list.ts'],
      'server/http/transport.ts': ['server/api/errors.ts'],
      'server/api/errors.ts': [],
      'server/cupboard/index.ts': ['datasets/index.ts'],
      'server/tiles/encode.ts': [],
      'ground/make.ts': ['datasets/index.ts', 'server/tiles/encode.ts', 'server/api/errors.ts'],
    }),
  ).toEqual([
    'datasets/types.ts -> test/corpus/generate.ts',
    'engine/file/index_file.ts -> engine/rows/reader.ts',
    'engine/types.ts -> engine/open.ts',
    'ground/make.ts -> server/api/errors.ts',
    'pipeline/read/csv.ts -> pipeline/fetch/http.ts',
    'pipeline/run.ts -> engine/open.ts',
    'server/api/dispatch.ts -> engine/query/list.ts',
    'server/cupboard/index.ts -> datasets/index.ts',
    'server/http/transport.ts -> server/api/errors.ts',
    'test/corpus/generate.ts -> pipeline/run.ts',
  ]);
});

test('a circular import inside one room fails', () => {
  expect(
    violations({
      'engine/rowset/bitmap.ts': ['engine/rowset/rowset.ts'],
      'engine/rowset/rowset.ts': ['engine/rowset/set_ops.ts'],
      'engine/rowset/set_ops.ts': ['engine/rowset/bitmap.ts'],
    }),
  ).toEqual(['engine/rowset/bitmap.ts -> engine/rowset/rowset.ts']);
});

test('a file of the reader that imports a module of Node fails, a kind of source does not', () => {
  expect(
    violations({
      'engine/query/list.ts': ['node:fs'],
      'engine/file/open_file.ts': ['node:fs'],
      'engine/file/output_file.ts': ['node:fs'],
      'engine/rows/reader.ts': ['node:fs'],
    }),
  ).toEqual(['engine/query/list.ts -> fs', 'engine/rows/reader.ts -> fs']);
});

test('the worker of a site without a server is made of the rooms of the server, which know nothing of it', () => {
  expect(
    violations({
      'server/api/dispatch.ts': ['static/worker/service.ts'],
      'server/pages/session.ts': [],
      'static/platform/fs.ts': [],
      'static/worker/host.ts': ['node:fs'],
      'static/worker/service.ts': [
        'static/platform/fs.ts',
        'server/pages/session.ts',
        'engine/query/list.ts',
      ],
      'engine/query/list.ts': [],
    }),
  ).toEqual([
    'server/api/dispatch.ts -> static/worker/service.ts',
    'static/worker/host.ts -> fs',
    'static/worker/service.ts -> engine/query/list.ts',
    'static/worker/service.ts -> server/pages/session.ts',
  ]);
});

test('the rules are part of `make check`, over every room', () => {
  const {scripts} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['check']).toContain('npm run -s rooms');
  expect(scripts['rooms']).toBe(
    'depcruise builds datasets ground test/corpus storage pipeline engine server static',
  );
});
