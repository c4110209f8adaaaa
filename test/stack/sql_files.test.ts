/** `make sql`: every statement in a file runs over a build by hand, or says why it does not. */
import {globSync, mkdtempSync, readFileSync, rmSync, truncateSync} from 'node:fs';
import {cp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Writable} from 'node:stream';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {sqlCommand} from '../../pipeline/sql_command.ts';
import {recipeOf} from '../helpers/make_commands.ts';
import {ROOT, run, sharedData} from '../helpers/stack.ts';

let dataDir: string;
const empty = mkdtempSync(join(tmpdir(), 'sql-files-'));
beforeAll(async () => {
  dataDir = await sharedData();
});
afterAll(() => rmSync(empty, {recursive: true}));

async function sql(FILE: string, from = dataDir) {
  const said = {out: '', err: ''};
  const stdout = new Writable({
    write(chunk, _, done) {
      said.out += chunk;
      done();
    },
  });
  const code = await sqlCommand({FILE, DATA_DIR: from}, stdout, {
    write: (text: string) => {
      said.err += text;
    },
  });
  return {code, ...said};
}

const FILES = globSync('{builds,datasets,engine,pipeline,server,storage}/**/*.sql', {cwd: ROOT}).sort();
/** What only an ingest has rows for, and macros. */
const OF_INGEST = FILES.filter((file) => !/^datasets\/(derived|contracts)\//.test(file));
/** One row, or one for each rule. */
const FEW = /second_opinion|\.links\.sql$/;

test('there are files of both kinds', () => {
  expect([FILES.length - OF_INGEST.length, OF_INGEST.length].every((count) => count > 4)).toBe(true);
});

test.each(FILES)('%s says first what a row is', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/^\/\* (A row is|The row has|Macros of) /);
});

test.each(FILES.filter((file) => !OF_INGEST.includes(file)))('%s: its plan and ten rows', async (file) => {
  const {code, out, err} = await sql(file);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^┌─+┐\n[\s\S]*PARQUET/);
  const rows = out.split('\n').filter((line) => /^│ \d +│/.test(line)).length;
  if (FEW.test(file)) expect(rows).toBeGreaterThan(0);
  else expect(rows).toBe(10);
});

test.each(OF_INGEST)('%s is refused with its first lines', async (file) => {
  const {code, out, err} = await sql(file);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`sql: ${file} is no statement over a build; its first lines say what it needs`);
  expect(err).toContain(readFileSync(join(ROOT, file), 'utf8').split('\n')[0]);
});

test('a wrong FILE, a missing build and a damaged one are named with what to do', async () => {
  for (const file of ['', 'datasets/derived/none.sql', 'datasets/derived/vendors.ts'])
    expect(await sql(file)).toMatchObject({
      code: 1,
      err: `sql: there is no file '${file}' of SQL: name one, such as FILE=datasets/derived/vendors.sql\n`,
    });
  const VENDORS = 'datasets/derived/vendors.sql';
  expect(await sql(VENDORS, empty)).toMatchObject({
    code: 1,
    err: `sql: no build in ${empty}: run make ingest or make demo first\n`,
  });
  const other = join(empty, 'damaged');
  for (const part of ['builds', 'current'])
    await cp(join(dataDir, part), join(other, part), {recursive: true, verbatimSymlinks: true});
  truncateSync(join(dataPaths(other).current, inBuild.derived('recipients')), 9);
  const {code, err} = await sql('datasets/derived/recipients.spellings.sql', other);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^sql: datasets.*recipients\.parquet.*run make ingest/s),
  ]);
});

test('make sql is that command', async () => {
  const program = recipeOf('sql').at(-1)!.split(' ').at(-1)!;
  const {code, stdout} = await run(process.execPath, [join(ROOT, program)], {
    DATA_DIR: dataDir,
    FILE: 'datasets/derived/vendors.sql',
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('total_value')]);
});
