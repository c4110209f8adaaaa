/** What shows a site on this machine: files, parts of them, and the shell for every other address. */
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {staticServer} from '../../static/serve.ts';
import {run} from '../helpers/stack.ts';

const out = mkdtempSync(join(tmpdir(), 'static-serve-'));
let server: Server;
let base: string;
beforeAll(async () => {
  mkdirSync(join(out, 'en'));
  writeFileSync(join(out, '404.html'), 'the shell');
  writeFileSync(join(out, 'en/index.html'), 'a page');
  writeFileSync(join(out, 'some.parquet'), '0123456789');
  server = staticServer(out).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(out, {recursive: true, force: true});
});

test.each([
  ['/en', null, 200, 'a page'],
  ['/some.parquet', null, 200, '0123456789'],
  ['/some.parquet', 'bytes=2-4', 206, '234'],
  ['/some.parquet', 'bytes=7-', 206, '789'],
  ['/some.parquet', 'bytes=-4', 206, '6789'],
  ['/some.parquet', 'bytes=10-12', 416, ''],
  ['/nothing', 'bytes=0-1', 404, 'the shell'],
  ['/%zz', null, 404, 'the shell'],
  ['/%00', null, 404, 'the shell'],
  ['/..%2f..%2fetc%2fpasswd', null, 404, 'the shell'],
])('%s, Range %s: %d', async (path, range, status, text) => {
  const answer = await fetch(base + path, {headers: range === null ? {} : {Range: range}});
  expect([answer.status, await answer.text()]).toEqual([status, text]);
});

test.each([
  ['cli.ts', {OUT: join(out, 'some.parquet')}, /^make static: OUT=.* is no folder that can be written/],
  ['cli.ts', {OUT: out, ORIGIN: 'nonsense'}, /^make static: setting ORIGIN must be an address like https/],
  [
    'cli.ts',
    {OUT: out, PUBLISH_TO: 'ftp://x'},
    /^make static: setting PUBLISH_TO must be an address like s3/,
  ],
  [
    'cli.ts',
    {
      OUT: join(out, 'unwritten'),
      PUBLISH_TO: 's3://bucket/site',
      // Nobody listens there.
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_REGION: 'us-east-1',
    },
    /^make static: s3:\/\/bucket\/site.*ECONNREFUSED/,
  ],
  ['serve_cli.ts', {OUT: ''}, /^make static-serve: say which with OUT=dir/],
  ['serve_cli.ts', {OUT: out, PORT: 'abc'}, /^make static-serve: setting PORT must be/],
])(
  'static/%s with %j says what is wrong in a line',
  async (file, settings, why) => {
    const {code, stderr} = await run(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `static/${file}`],
      // As `make` runs it: without what tests preload, which reads JSX.
      {...settings, NODE_OPTIONS: ''},
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(out, 'unwritten'))).toBe(false);
  },
  60_000,
);
