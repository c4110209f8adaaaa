/** A running server sends mail by its settings: the link of a message leads back to it. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {type SmtpServer, startSmtpServer} from '../../helpers/smtp_server.ts';
import {type Server, startServer} from '../../helpers/stack.ts';

let store: Store;
let smtp: SmtpServer;
let server: Server;

beforeAll(async () => {
  store = ownStore();
  smtp = await startSmtpServer();
  const mail = {SMTP_URL: smtp.url, MAIL_FROM: 'accounts@example.org'};
  server = await startServer(store.dataDir, {WORKERS: '1', ...mail});
});
afterAll(async () => {
  await server?.stop();
  await smtp?.close();
  store?.close();
});

test('an account is confirmed by the link that comes over SMTP', async () => {
  const page = await fetch(`${server.base}/account`);
  const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(await page.text())!;
  const post = (path: string, fields: Record<string, string>) =>
    fetch(server.base + path, {
      method: 'POST',
      redirect: 'manual',
      headers: {Cookie: cookie, Origin: server.base},
      body: new URLSearchParams({csrf: csrf!, ...fields}),
    });
  await post('/account/sign-up', {email: 'new@example.org', password: 'correct horse battery'});
  await expect.poll(() => smtp.taken.length).toBe(1);
  const [{link, headers}] = smtp.taken as [(typeof smtp.taken)[0]];
  expect(headers.get('to')).toBe('new@example.org');
  expect((await fetch(server.base + link!)).status).toBe(200);
  const token = new URLSearchParams(link!.split('?')[1]).get('token')!;
  const entered = await post('/account/confirm', {token, password: 'correct horse battery'});
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/account']);
  expect(entered.headers.getSetCookie().join()).toContain('signed_in=1');
});
