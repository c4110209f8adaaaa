/**
 * A tool client from its first call to its end: the official SDK, a browser for the consent, a running
 * server.
 */
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {HAS_BROWSER, openWindow, startBrowser, type Window} from '../helpers/browser.ts';
import {type LinkedBuild, linkSharedBuild} from '../helpers/linked_build.ts';
import {type Server, startServer} from '../helpers/stack.ts';
import {ToolProgram} from '../helpers/tool_program.ts';

let data: LinkedBuild;
let server: Server;
let browser: Browser;
let window: Window;

const EMAIL = 'tools@example.org';
const PASSWORD = 'a program asks for me';

const tools = () => `${server.base}/mcp`;

/** Presses a button of the consent page once that is there. */
const decide = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click();

describe.skipIf(!HAS_BROWSER)('in a browser', () => {
  beforeAll(async () => {
    data = await linkSharedBuild();
    [server, browser] = await Promise.all([startServer(data.dataDir, {WORKERS: '1'}), startBrowser()]);
    window = await openWindow(browser, {locale: 'en-CA'});
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    data?.close();
  });

  test('a visitor signs up, allows access, and revokes it in the dashboard', async () => {
    const {page, complaints} = window;
    const program = await ToolProgram.start('Example Program', async (address) => {
      await page.goto(address.href);
      await page.getByText('A tool asks for access to your account.').waitFor();
      await page.fill('#sign-up-email', EMAIL);
      await page.fill('#sign-up-password', PASSWORD);
      await page.getByRole('button', {name: 'Sign up'}).click();
      await page.getByRole('heading', {name: 'Connect a tool client'}).waitFor();
      expect(await page.locator('main').textContent()).toContain('“Example Program” asks to read data');
      await decide(page, 'Allow');
      await page.getByText('Go back to the program.').waitFor();
    });
    const client = await program.connect(tools());
    const back = await program.answered();
    expect([back.get('state'), back.get('iss')]).toEqual([program.state(), server.base]);
    expect((await client.listTools()).tools.map(({name}) => name)).toContain('search_contracts');
    const result = await client.callTool({name: 'search_contracts', arguments: {limit: 2}});
    expect(result.structuredContent).toMatchObject({data: [{}, {}], meta: {limit: 2}});
    const sources = await client.callTool({name: 'list_sources', arguments: {}});
    expect(sources.isError).toBeUndefined();

    await page.goto(`${server.base}/account`);
    const heads = page.locator('section[aria-labelledby="usage"] thead th');
    const counted = async () => {
      await page.reload();
      return [await heads.allTextContents(), await page.locator('tfoot td').allTextContents()];
    };
    await expect.poll(counted).toEqual([
      ['Day (UTC)', 'Tool calls', 'Total', 'Day (UTC)', 'Without a key', 'Total'],
      ['2', '2', '2', '2'],
    ]);

    await page.getByRole('button', {name: 'Disconnect: Example Program'}).click();
    await page.getByText('The client was disconnected.').waitFor();
    const {access_token, refresh_token} = program.held!;
    const called = await fetch(tools(), {
      method: 'POST',
      headers: {Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json'},
      body: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
    });
    expect([called.status, called.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    const refreshed = await fetch(`${server.base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: program.clientInformation()!.client_id,
        refresh_token: refresh_token!,
      }),
    });
    expect([refreshed.status, await refreshed.json()]).toEqual([
      400,
      expect.objectContaining({error: 'invalid_grant'}),
    ]);
    expect(complaints).toEqual([]);
    await client.close();
    program.stop();
  });

  test('a visitor signs in and declines: the program gets the error, and no client is connected', async () => {
    const {page, context} = window;
    await context.clearCookies();
    const program = await ToolProgram.start('Another Program', async (address) => {
      await page.goto(address.href);
      await page.fill('#sign-in-email', EMAIL);
      await page.fill('#sign-in-password', PASSWORD);
      await page.getByRole('button', {name: 'Sign in'}).click();
      await decide(page, 'Decline');
      await page.getByText('Go back to the program.').waitFor();
    });
    await expect(program.connect(tools())).rejects.toThrow('Unauthorized');
    const back = await program.answered();
    expect([back.get('error'), back.get('code'), back.get('state')]).toEqual([
      'access_denied',
      null,
      program.state(),
    ]);
    await page.goto(`${server.base}/account`);
    await page.getByText('No tool client is connected.').waitFor();
    program.stop();
  });
});
