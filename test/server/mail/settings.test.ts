/** The settings of mail: what is refused before the service starts, without showing a password. */
import {expect, test} from 'vitest';
import {mailOf, settings} from '../../../datasets/settings.ts';

const of = (SMTP_URL: string, MAIL_FROM: string) => mailOf(settings({SMTP_URL, MAIL_FROM}));

test.each([
  ['smtp://127.0.0.1:2525', 'accounts@example.org'],
  ['smtps://user:p%40ss@mail.example.org', 'Données publiques <accounts@example.org>'],
])('%s from %s is taken', (url, from) => {
  expect(of(url, from)).toEqual({url, from});
});

test('without a server there is none', () => {
  expect(of('', '').url).toBeNull();
});

test.each([
  ['http://mail.example.org', 'accounts@example.org', 'SMTP_URL'],
  ['mail.example.org:secret', 'accounts@example.org', 'SMTP_URL'],
  ['smtp://mail.example.org', '', 'MAIL_FROM'],
  ['smtp://mail.example.org', 'accounts', 'MAIL_FROM'],
  ['smtp://mail.example.org', 'Data, Public <accounts@example.org>', 'MAIL_FROM'],
  ['smtp://mail.example.org', 'A <a@example.org>, b@example.org', 'MAIL_FROM'],
  ['', 'A\r\nBcc: b@example.org <a@example.org>', 'MAIL_FROM'],
])('%s from %j is refused', (url, from, name) => {
  expect(() => of(url, from)).toThrow(`setting ${name} must be an address`);
  expect(() => of(url, from)).not.toThrow('secret');
});
