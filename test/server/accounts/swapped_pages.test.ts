/**
 * Pages of the account store that were swapped while no server ran: a key must not be unknown because its
 * index is out of order.
 */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openAccountStore} from '../../../server/accounts/account_store.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';

const PAGE = 4096;
/** First byte of a leaf page of an index. */
const INDEX_LEAF = 0x0a;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'swapped-pages-'));
});
afterAll(() => rmSync(root, {recursive: true}));

test('swapped pages of an index are found when the store is first looked at', () => {
  const path = join(root, 'accounts.db');
  const store = openAccountStore(path);
  const keys = Array.from({length: 300}, () => makeKey());
  for (const [at, key] of keys.entries()) store.issue(`account ${at}`, 'free', key, new Date());
  expect(store.database.files.inspect()).toBeNull();
  store.close();

  const bytes = readFileSync(path);
  const leaves = Array.from({length: bytes.length / PAGE}, (_, page) => page).filter(
    (page) => page > 0 && bytes[page * PAGE] === INDEX_LEAF,
  );
  const pageAt = (page = 0) => bytes.subarray(page * PAGE, (page + 1) * PAGE);
  let found = 0;
  for (const [at, a] of leaves.entries()) {
    for (const b of leaves.slice(at + 1, at + 2)) {
      const changed = Buffer.from(bytes);
      pageAt(b).copy(changed, a * PAGE);
      pageAt(a).copy(changed, b * PAGE);
      writeFileSync(path, changed);
      const opened = openAccountStore(path);
      const fault = opened.database.files.inspect();
      if (fault === null) expect(keys.filter((key) => opened.find(key) === null)).toEqual([]);
      else found++;
      opened.close();
    }
  }
  expect(found).toBeGreaterThan(0);
});
