/** Compiling: the same input compiles to the same bytes, and only changed tables are compiled again. */
import {createHash} from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inBuild, indexFiles, type Manifest} from '../../../builds/artefacts.ts';
import {DATASETS, DERIVED} from '../../../datasets/index.ts';
import {compileTables, TEMPORARY} from '../../../engine/compile/compile_tables.ts';
import type {PreviousBuild} from '../../../engine/compile/previous_build.ts';
import {compileBuild} from '../../../engine/compile/run.ts';
import {readBuild} from '../../../engine/file/build_files.ts';
import {indexedTables, tableLayout} from '../../../engine/file/table_layout.ts';
import {openBuild} from '../../../engine/open.ts';
import {openCompileDb} from '../../../engine/sql/compile_db.ts';
import {type BuildInput, writeBuild} from '../../helpers/build.ts';
import {edgeCaseBuild} from '../../helpers/edge_case_rows.ts';
import {ROOT, run} from '../../helpers/stack.ts';

let root: string;
let input: BuildInput;
let first: string;
let manifest: Manifest;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'compile-'));
  input = edgeCaseBuild(1 / 4);
  first = join(root, 'first');
  manifest = await writeBuild(first, {...input, index: 'whole'});
});
afterAll(() => rmSync(root, {recursive: true}));

/** Hash of every compiled file below a build. */
function hashes(dir: string): Record<string, string> {
  const paths = [inBuild.indexes, 'export'].flatMap((folder) =>
    readdirSync(join(dir, folder)).map((name) => `${folder}/${name}`),
  );
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(dir, path)))
      .digest('hex');
  return Object.fromEntries(paths.sort().map((path) => [path, hash(path)]));
}

/** The files of the first build without its index. */
function bare(name: string): string {
  const dir = join(root, name);
  cpSync(first, dir, {recursive: true});
  for (const folder of [inBuild.indexes, 'export']) rmSync(join(dir, folder), {recursive: true});
  return dir;
}

interface Compiled {
  index: Manifest['index'];
  linked: string[];
  made: string[];
}

async function compile(
  dir: string,
  earlier: PreviousBuild | null,
  memory_mb = 256,
  parallelRows?: number,
): Promise<Compiled> {
  const events: {table: string; linked: boolean}[] = [];
  const index = await compileBuild(await readBuild(dir), {
    memory_mb,
    previous: earlier,
    ...(parallelRows === undefined ? {} : {parallelRows}),
    emit: (one) => events.push(one),
  });
  const names = (linked: boolean) => events.filter((one) => one.linked === linked).map(({table}) => table);
  return {index, linked: names(true), made: names(false)};
}

test('every table is compiled, and the manifest states the files as they are', () => {
  expect(Object.keys(manifest.index).sort()).toEqual(
    indexedTables()
      .map(({name}) => name)
      .sort(),
  );
  const hashed = hashes(first);
  const stated = Object.values(manifest.index).flatMap(indexFiles);
  expect(stated.map(({path}) => path).sort()).toEqual(Object.keys(hashed));
  for (const {path, bytes, sha256} of stated) {
    expect({path, bytes, sha256}).toEqual({
      path,
      bytes: statSync(join(first, path)).size,
      sha256: hashed[path],
    });
  }
});

test('two threads write the same bytes as one', async () => {
  const dir = bare('parallel');
  const {index, made, linked} = await compile(dir, null, 512, 0);
  expect(linked).toEqual([]);
  expect(made).toHaveLength(indexedTables().filter((one) => tableLayout(one).base === null).length);
  expect(hashes(dir)).toEqual(hashes(first));
  expect(index).toEqual(manifest.index);
});

/** Base tables of two threads, one of them with views. */
const FEW = ['contracts', 'lobbying_registrations', 'awards', 'vendors'];

test('a table that does not fit its half of the memory is compiled again with the whole', async () => {
  const dir = bare('halves');
  mkdirSync(join(dir, inBuild.indexes));
  const build = await readBuild(dir);
  const open: typeof openCompileDb = async (...args) => {
    // What does not fit goes there: the database makes no folder above its own.
    expect(existsSync(args[2])).toBe(true);
    const db = await openCompileDb(...args);
    const full = () => Promise.reject(new Error('Out of Memory Error: failed to allocate data'));
    return args[1] === 512 ? db : {...db, run: full};
  };
  const jobs = FEW.map((table) => ({table, rows: 1}));
  const made: string[] = [];
  const options = {build, memory_mb: 512, open, parallelRows: 0, previous: null};
  await compileTables({...options, jobs}, ({table}) => made.push(table));
  expect(made.sort()).toEqual([...FEW].sort());
  rmSync(join(dir, inBuild.indexes, TEMPORARY), {recursive: true, force: true});
  const whole = hashes(first);
  const written = Object.entries(hashes(dir));
  expect(written.length).toBeGreaterThan(2 * FEW.length);
  for (const [path, hash] of written) expect([path, hash]).toEqual([path, whole[path]]);
  // Either thread ends the compile, and the other one takes no more.
  for (const rows of [0, 2]) {
    const broken = [...jobs, {table: 'none', rows}];
    await expect(compileTables({...options, jobs: broken}, () => {})).rejects.toThrow('no table is called');
  }
});

test('the command writes the same files within COMPILE_MEMORY_MB', async () => {
  const dir = bare('command');
  const program = join(ROOT, 'engine/cli/compile.ts');
  const {code, stdout, stderr} = await run(process.execPath, [program, dir], {
    COMPILE_MEMORY_MB: '200',
  });
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toEqual({index: manifest.index});
  expect(hashes(dir)).toEqual(hashes(first));
});

test('all tables of a build of the same files are linked', async () => {
  const dir = bare('linked');
  const {index, made} = await compile(dir, {dir: first, manifest});
  // The inventory is computed from the manifest, which is the same too.
  expect(made).toEqual([]);
  expect(index).toEqual(manifest.index);
  expect(hashes(dir)).toEqual(hashes(first));
  const inode = (folder: string) => statSync(join(folder, inBuild.items('contracts'))).ino;
  expect(inode(dir)).toBe(inode(first));
});

/** Every table whose SQL may read the changed one: itself, its views, and the entities made of it. */
test('a changed dataset and its dependents are compiled, other tables are linked', async () => {
  const dir = join(root, 'changed');
  const [row, ...rest] = input.rows['awards']!;
  const rows = {...input.rows, awards: [{...row, value: '77.77'}, ...rest]};
  await writeBuild(dir, {rows, index: false});
  const {index, linked, made} = await compile(dir, {dir: first, manifest});
  expect(made).toContain('awards');
  expect(made).toContain('departments');
  const untouched = Object.values(DATASETS).filter(
    ({published, view, name}) => published && !view && name !== 'awards',
  );
  expect(linked).toEqual(expect.arrayContaining(untouched.map(({name}) => name)));
  for (const name of linked) expect(index[name]).toEqual(manifest.index[name]);
  expect(index['awards']!.key).not.toBe(manifest.index['awards']!.key);
  // What was linked and what was made fit together.
  const written: Manifest = JSON.parse(readFileSync(join(dir, inBuild.manifest), 'utf8'));
  writeFileSync(join(dir, inBuild.manifest), JSON.stringify({...written, index}));
  const engine = await openBuild(dir);
  expect(
    await engine.list({
      dataset: 'awards',
      where: [
        {op: 'gte', columns: ['value'], value: '77.77'},
        {op: 'lte', columns: ['value'], value: '77.77'},
      ],
      sort: 'date',
      order: 'desc',
      limit: 5,
      offset: 0,
    }),
  ).toMatchObject({total: 1});
  await engine.close();
});

test('what names a changed dataset in its texts only is linked', async () => {
  const dir = join(root, 'another_description');
  const [row, ...rest] = input.rows['awards']!;
  const awards = [{...row, description: 'another description'}, ...rest];
  await writeBuild(dir, {rows: {...input.rows, awards}, index: false});
  const {linked, made} = await compile(dir, {dir: first, manifest});
  expect(made).toContain('awards');
  expect(JSON.stringify(DERIVED['organizations']!.sections)).toContain("'awards'");
  expect(linked).toContain('organizations');
});

test('on another data date the tables that read it are compiled, others linked', async () => {
  const dir = bare('another_day');
  const path = join(dir, inBuild.manifest);
  const known: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({...known, data_as_of: '2031-05-06T07:08:09'}));
  const {made} = await compile(dir, {dir: first, manifest});
  expect(made).toContain('lobbying_registrations');
  const dated = indexedTables().filter((declaration) => JSON.stringify(declaration).includes('as_of()'));
  expect(made.sort()).toEqual(dated.map(({name}) => name).sort());
});

test('an earlier build with missing or truncated files, or of other code, is not linked', async () => {
  const earlier = join(root, 'earlier');
  cpSync(first, earlier, {recursive: true});
  writeFileSync(join(earlier, inBuild.items('contracts')), 'cut');
  rmSync(join(earlier, inBuild.index('vendors')));
  const known: Manifest = structuredClone(manifest);
  known.index['grants']!.key = 'of other code';
  const dir = bare('relinked');
  const {made} = await compile(dir, {dir: earlier, manifest: known});
  expect(made.sort()).toEqual(['contracts', 'grants', 'vendors']);
  expect(hashes(dir)).toEqual(hashes(first));
});

test('a view is compiled with its base and never alone', () => {
  for (const declaration of indexedTables()) {
    const {base} = tableLayout(declaration);
    if (base === null) continue;
    expect(manifest.index[declaration.name]).not.toHaveProperty('items');
    expect(Object.keys(manifest.index).indexOf(base)).toBeLessThan(
      Object.keys(manifest.index).indexOf(declaration.name),
    );
  }
});
