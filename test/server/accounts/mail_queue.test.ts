/** The queue of messages: letters and webhooks do not hold up each other. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../server/accounts/database.ts';
import {mailTable} from '../../../server/accounts/mail_queue.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

test('letters and webhooks are claimed from an index of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-queue-'));
  const database = openDatabase(join(folder, 'accounts.db'));
  const asked: string[] = [];
  const mail = mailTable({
    ...database,
    get: (text, ...values) => {
      asked.push(text);
      return database.get(text, ...values);
    },
  });
  const letter = {kind: 'reset', account: null, recipient: 'a@example.org', language: 'en'} as const;
  mail.add(letter, NOW);
  mail.add({...letter, kind: 'hook', recipient: 'https://example.org/'}, NOW);
  for (const [via, kind] of [
    ['hook', 'hook'],
    ['mail', 'reset'],
  ] as const) {
    expect(mail.claim(via, 'me', NOW, 1000)?.kind).toBe(kind);
    expect(mail.claim(via, 'me', NOW, 1000)).toBeNull();
    const plan = database.all<{detail: string}>(`EXPLAIN QUERY PLAN ${asked.at(-1)}`);
    const index = via === 'hook' ? 'hooks_due' : 'letters_due';
    expect(plan.map(({detail}) => detail)).toContain(`SEARCH mail USING INDEX ${index} (due_at<?)`);
  }
  database.close();
  rmSync(folder, {recursive: true});
});
