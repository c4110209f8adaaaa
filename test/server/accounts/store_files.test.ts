/** The files of the account store: who may read them, and how their loss is told. */
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeEach, describe, expect, test} from 'vitest';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {type Database, openDatabase} from '../../../server/accounts/database.ts';

const NOW = new Date('2026-11-21T12:00:30Z');
const root = mkdtempSync(join(tmpdir(), 'store-files-'));
afterAll(() => rmSync(root, {recursive: true}));

let folder: string;
let path: string;
const open: Database[] = [];
beforeEach(() => {
  folder = join(mkdtempSync(join(root, 'case-')), 'data');
  path = join(folder, 'accounts.db');
});
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

function opened(): Database {
  const database = openDatabase(path);
  open.push(database);
  return database;
}
const add = (database: Database, name: string) =>
  database.transaction(() => accountsTable(database).add(name, 'free', NOW));
const modeOf = (file: string) => (statSync(file).mode & 0o7777).toString(8);

describe('rights', () => {
  test.each([0o000, 0o022, 0o077])(
    'with umask %o only the owner reads folder, file and companions',
    (mask) => {
      const before = process.umask(mask);
      try {
        add(opened(), 'a@b.ca');
      } finally {
        process.umask(before);
      }
      const files = ['', '-wal', '-shm'].map((ending) => `${path}${ending}`);
      expect([folder, ...files].map(modeOf)).toEqual(['700', '600', '600', '600']);
    },
  );
  test('files and folder that others may read are closed to them', () => {
    add(opened(), 'a@b.ca');
    for (const file of [path, `${path}-wal`, `${path}-shm`]) chmodSync(file, 0o644);
    chmodSync(folder, 0o755);
    opened();
    expect([folder, path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual(['700', '600', '600', '600']);
  });
  test('files that were opened to others are closed to them by the next inspection', () => {
    const database = opened();
    add(database, 'a@b.ca');
    const files = ['', '-wal', '-shm'].map((ending) => `${path}${ending}`);
    for (const file of files) chmodSync(file, 0o666);
    expect(database.files.inspect()).toBeNull();
    expect(files.map(modeOf)).toEqual(['600', '600', '600']);
  });
  test('a folder that all users share stays as it is', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    opened();
    expect([folder, path].map(modeOf)).toEqual(['1777', '600']);
  });
});

describe('a lost store', () => {
  test('a sound one has no fault, also after writes of others and a checkpoint', () => {
    const [one, other] = [opened(), opened()];
    add(other, 'a@b.ca');
    one.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect([one.files.fault(), one.files.inspect(), other.files.inspect()]).toEqual([null, null, null]);
    add(one, 'c@d.ca');
    expect(one.files.inspect()).toBeNull();
  });
  test.each([
    [
      'deleted',
      () => rmSync(path),
      /accounts\.db is gone or was replaced: restore it from a copy and restart/,
    ],
    ['moved away', () => renameSync(path, `${path}.old`), /accounts\.db is gone/],
    [
      'replaced by a copy',
      () => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
      /was replaced/,
    ],
    ['without its log', () => rmSync(`${path}-wal`), /accounts\.db-wal is gone/],
  ])('%s: noticed by the next transaction, which stores nothing', (_, lose, why) => {
    const database = opened();
    add(database, 'a@b.ca');
    lose();
    expect(() => add(database, 'c@d.ca')).toThrow(why);
    expect(database.files.inspect()).toMatch(why);
    // What comes to the old place is not what the server writes to.
    if (!existsSync(path)) appendFileSync(path, '');
    expect(database.files.fault()).toMatch(why);
  });
  test('one that is lost while it is written to is not answered as stored', () => {
    const database = opened();
    const write = () =>
      database.transaction(() => {
        accountsTable(database).add('a@b.ca', 'free', NOW);
        rmSync(path);
      });
    expect(write).toThrow('is gone or was replaced');
  });
  test.each([
    ['its head is overwritten', (fd: number) => writeSync(fd, Buffer.alloc(100, 7), 0, 100, 0)],
    ['a page is overwritten', (fd: number) => writeSync(fd, Buffer.alloc(4096, 7), 0, 4096, 4096)],
    ['it is cut', () => truncateSync(path, 4096)],
  ])('%s: noticed by the next inspection', (_, damage) => {
    const database = opened();
    for (let i = 0; i < 50; i++) add(database, `a${i}@b.ca`);
    database.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(database.files.inspect()).toBeNull();
    // Never closed here: that would drop the locks of SQLite.
    damage(openSync(path, 'r+'));
    expect(database.files.inspect()).toMatch(/accounts\.db is damaged \(.+\): restore it/);
    expect(() => add(database, 'c@d.ca')).toThrow('is damaged');
  });
});

describe('a rollback that fails', () => {
  test('does not hide the first error, and the next transaction is one of its own', () => {
    const database = opened();
    const failing = () =>
      database.transaction(() => {
        database.sql.exec('ROLLBACK');
        throw new Error('first');
      });
    expect(failing).toThrow('first');
    const {exec} = database.sql;
    database.sql.exec = (sql) => {
      if (sql === 'ROLLBACK') throw new Error('no rollback');
      exec.call(database.sql, sql);
    };
    const stuck = () =>
      database.transaction(() => {
        accountsTable(database).add('lost@b.ca', 'free', NOW);
        throw new Error('second');
      });
    expect(stuck).toThrow('second');
    database.sql.exec = exec;
    add(database, 'kept@b.ca');
    const other = opened();
    expect(
      accountsTable(other)
        .all()
        .map(({name}) => name),
    ).toEqual(['kept@b.ca']);
  });
});
