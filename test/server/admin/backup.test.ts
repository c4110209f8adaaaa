/** Backups of the account store: whole while others write, refused when damaged, never over another file. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {openDatabase} from '../../../server/accounts/database.ts';
import {keysTable} from '../../../server/accounts/keys.ts';
import {MIGRATIONS} from '../../../server/accounts/migrations.ts';
import {runAdmin} from '../../../server/admin/cli.ts';

const NOW = new Date('2026-11-21T12:00:30Z');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

const at = (name: string): string => join(root, name);
const admin = (folder: string, ...args: string[]) => runAdmin(args, {DATA_DIR: at(folder)}, NOW);

/** A store with an account and its key; returns the key. */
function fill(folder: string): string {
  const database = openDatabase(join(at(folder), 'accounts.db'));
  const key = makeKey();
  const {id} = accountsTable(database).add('a@b.org', 'pro', NOW);
  keysTable(database).replace(id, key, NOW);
  database.close();
  return key;
}

/** What a store says of a key. */
function find(folder: string, key: string) {
  const database = openDatabase(join(at(folder), 'accounts.db'));
  const found = keysTable(database).find(key);
  database.close();
  return found;
}

test('what is backed up is restored: accounts, keys, and readable by the owner alone', async () => {
  const key = fill('one');
  expect(await admin('one', 'backup', at('copy.db'))).toEqual({
    code: 0,
    stdout: `${at('copy.db')}: ${statSync(at('copy.db')).size} bytes, checked\n`,
    stderr: '',
  });
  expect((await admin('two', 'restore', at('copy.db'))).code).toBe(0);
  expect(find('two', key)).toEqual(find('one', key));
  expect(find('two', key)).not.toBeNull();
  for (const path of ['copy.db', 'two/accounts.db']) expect(statSync(at(path)).mode & 0o777).toBe(0o600);
  expect(readdirSync(root).sort()).toEqual(['copy.db', 'one', 'two']);
});

/** Adds accounts, each with its key in the same transaction, until it is told to stop. */
const WRITER = `
  const at = (path) => import(new URL(path, ${JSON.stringify(new URL('../../../server/accounts/', import.meta.url).href)}));
  const [{openDatabase}, {accountsTable}, {keysTable}, {makeKey}] =
    await Promise.all(['database.ts', 'accounts.ts', 'keys.ts', 'api_key.ts'].map(at));
  const database = openDatabase(process.argv[1]);
  let isOver = false;
  process.stdin.on('end', () => { isOver = true; }).resume();
  for (let n = 0; !isOver; n++) {
    database.transaction(() => {
      const {id} = accountsTable(database).add('n' + n + '@b.org', 'free', new Date());
      keysTable(database).replace(id, makeKey(), new Date());
    });
    if (n % 10 === 9) { process.stdout.write(n + '\\n'); await new Promise(setImmediate); }
  }
  database.close();`;

/**
 * Waits until the writer says that it added more than so many. What it said before it was asked may be read
 * late.
 */
async function written(writer: ChildProcess, count: number): Promise<void> {
  for (let last = -1; last < count; ) {
    const [text] = (await once(writer.stdout!, 'data')) as [Buffer];
    last = Number(/(\d+)\n$/.exec(text.toString('utf8'))?.[1] ?? last);
  }
}

test('backups beside a process that writes are whole, and grow', async () => {
  fill('busy');
  const path = join(at('busy'), 'accounts.db');
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', WRITER, path];
  const writer = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'exit');
  let before = 0;
  for (const name of ['1.db', '2.db', '3.db']) {
    await written(writer, before);
    expect((await admin('busy', 'backup', at(name))).code).toBe(0);
    const copy = new DatabaseSync(at(name), {readOnly: true});
    const count = (table: string) => Number(copy.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
    expect(count('keys')).toBe(count('accounts'));
    expect(count('accounts')).toBeGreaterThan(before);
    before = count('accounts');
    copy.close();
  }
  writer.stdin.end();
  expect((await ended)[0]).toBe(0);
});

describe('refused is', () => {
  test('a backup over a file, into no folder, and where nobody may write', async () => {
    fill('one');
    writeFileSync(at('there'), 'precious');
    const {code, stderr} = await admin('one', 'backup', at('there'));
    expect([code, stderr]).toEqual([
      1,
      `fpd-admin: ${at('there')} exists and is not overwritten: move it away, or name another\n`,
    ]);
    expect(readFileSync(at('there'), 'utf8')).toBe('precious');
    expect((await admin('one', 'backup', at('nowhere/copy.db'))).stderr).toContain('(ENOENT): name a folder');
    expect(existsSync(at('nowhere'))).toBe(false);
  });

  test.each(['accounts.db', 'accounts.db-wal', 'accounts.db-shm'])(
    'a restore where there is %s',
    async (name) => {
      fill('one');
      await admin('one', 'backup', at('copy.db'));
      rmSync(join(at('one'), 'accounts.db'));
      writeFileSync(join(at('one'), name), 'other');
      const {code, stderr} = await admin('one', 'restore', at('copy.db'));
      expect([code, stderr]).toEqual([
        1,
        `fpd-admin: ${join(at('one'), name)} exists and is not overwritten: stop the server, move the files accounts.db* away, and run again\n`,
      ]);
      expect(readFileSync(join(at('one'), name), 'utf8')).toBe('other');
    },
  );

  const DAMAGE: [string, (path: string) => void, string][] = [
    ['cut', (path) => truncateSync(path, 9000), 'malformed'],
    ['empty', (path) => truncateSync(path, 0), 'no such table: accounts'],
    [
      'something else',
      (path) => writeFileSync(path, 'a text that is no database '.repeat(99)),
      'not a database',
    ],
    [
      'overwritten inside',
      (path) => {
        const bytes = readFileSync(path);
        bytes.fill(0xa5, 4096, 8192);
        writeFileSync(path, bytes);
      },
      'damaged or no backup',
    ],
    [
      'of a newer program',
      (path) => {
        const sql = new DatabaseSync(path);
        sql.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
        sql.close();
      },
      `it has version ${MIGRATIONS.length + 1} and this program knows up to ${MIGRATIONS.length}`,
    ],
  ];
  test.each(DAMAGE)('a backup that is %s, and nothing is left of it', async (_, damage, why) => {
    fill('one');
    await admin('one', 'backup', at('copy.db'));
    damage(at('copy.db'));
    const before = readFileSync(at('copy.db'));
    const {code, stderr} = await admin('two', 'restore', at('copy.db'));
    expect([
      code,
      stderr.startsWith(`fpd-admin: ${at('copy.db')} is damaged or no backup of accounts (`),
    ]).toEqual([1, true]);
    expect(stderr).toContain(why);
    expect(readdirSync(at('two'))).toEqual([]);
    expect(readFileSync(at('copy.db')).equals(before)).toBe(true);
  });

  test('a backup that is missing', async () => {
    expect((await admin('two', 'restore', at('none.db'))).stderr).toBe(
      `fpd-admin: there is no backup ${at('none.db')}\n`,
    );
    expect(existsSync(at('two'))).toBe(false);
  });

  test('a backup of a damaged store', async () => {
    fill('one');
    const path = join(at('one'), 'accounts.db');
    const sql = new DatabaseSync(path);
    const page = sql.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'accounts'").get();
    const size = sql.prepare('PRAGMA page_size').get();
    sql.close();
    const [end, length] = [Number(page?.['rootpage']), Number(size?.['page_size'])];
    const bytes = readFileSync(path);
    bytes.fill(0xa5, (end - 1) * length, end * length);
    writeFileSync(path, bytes);
    const {code, stderr} = await admin('one', 'backup', at('copy.db'));
    expect([code, readdirSync(at('')).sort()]).toEqual([1, ['one']]);
    expect(stderr).toMatch(/^fpd-admin: the account store cannot be copied \(.+\): make room/);
  });
});
