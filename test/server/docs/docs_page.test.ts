/** /docs in a real browser, if Chromium is installed: every operation is shown, nothing is fetched from elsewhere. */
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {BASE_PATH, ROUTES} from '../../../server/api/routes/index.ts';
import {documents} from '../../../server/docs/documents.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Time of the page's own clock in which it must have drawn itself. */
const DRAWN_MS = 8000;

if (!CHROMIUM) process.stderr.write('docs_page.test.ts is skipped: no Chromium found\n');

describe.skipIf(!CHROMIUM)('the page in Chromium', () => {
  let server: Server;
  let profile: string;
  let dom: string;
  const requested: string[] = [];

  beforeAll(async () => {
    const texts = await documents();
    server = createServer((request, answer) => {
      const path = request.url ?? '';
      requested.push(path);
      const document = texts[path];
      answer
        .writeHead(document ? 200 : 404, {'content-type': document?.type ?? 'text/plain'})
        .end(document?.text ?? '');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    profile = await mkdtemp(join(tmpdir(), 'chromium-'));
    const {port} = server.address() as AddressInfo;
    const {stdout} = await promisify(execFile)(
      CHROMIUM ?? '',
      [
        ...QUIET,
        `--user-data-dir=${profile}`,
        `--virtual-time-budget=${DRAWN_MS}`,
        '--dump-dom',
        `http://127.0.0.1:${port}/docs`,
      ],
      {maxBuffer: 64 * 2 ** 20, timeout: 600_000},
    );
    dom = stdout;
  });

  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    if (profile) await rm(profile, {recursive: true, force: true, maxRetries: 5});
  });

  test('every operation is rendered with its summary', () => {
    const drawn = dom.slice(dom.indexOf('opblock'));
    for (const route of ROUTES) {
      expect(drawn).toContain(`data-path="${BASE_PATH}${route.path}"`);
      expect(drawn).toContain(route.summary);
    }
  });

  test('a key can be entered', () => {
    expect(dom).toMatch(/class="[^"]*\bauthorize\b/);
  });

  test('nothing but the page and the documents is requested', () => {
    const others = requested.filter((path) => !['/docs', '/openapi.json', '/favicon.ico'].includes(path));
    expect(others).toEqual([]);
  });
});
