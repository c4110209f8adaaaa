/** The reference on the site over an ingested corpus: its requests are answered with the fields that it lists. */
import {beforeAll, describe, expect, test} from 'vitest';
import {operations} from '../../server/api/schema/operations.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {type Server, sharedServer} from '../helpers/stack.ts';

let server: Server;
let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  server = await sharedServer();
  ({page, api} = await siteReader());
});

describe('the reference of the API', () => {
  test('has a page for each operation, whose request the API answers with the fields that it lists', async () => {
    const {$: overview} = await page('/fr/docs');
    const paths = overview('.operations a')
      .map((_, one) => overview(one).attr('href') ?? '')
      .get();
    expect(paths.length).toBe(operations().length);
    for (const path of paths) {
      const {status, $} = await page(path);
      const command = $('#request-curl').text();
      const target = /'https?:\/\/[^/]+\/api\/v1(\/[^']*)'$/.exec(command)?.[1] ?? '';
      expect([path, status, $('#request-python').length, target === '']).toEqual([path, 200, 1, false]);
      // Single records of private persons have declared examples; others have no such list of fields.
      if (!/\/(list|stats)_/.test(path)) continue;
      const {data, meta} = await api(target);
      const listed = new Set(
        $('#answer ~ h3')
          .first()
          .nextAll('.scroll')
          .first()
          .find('tbody th')
          .map((_, cell) => $(cell).text())
          .get(),
      );
      const unknown = data.flatMap((row) => Object.keys(row)).filter((name) => !listed.has(name));
      expect([path, unknown]).toEqual([path, []]);
      expect([path, listed.size > 0]).toEqual([path, true]);
      // Permits name private persons: their examples are the declared ones.
      const shown = JSON.parse($('#answer-json').text());
      if (!path.includes('permits'))
        expect([path, shown.data, shown.meta.total]).toEqual([path, data, meta.total]);
    }
  });

  test('names every parameter of an operation, with the bounds and the default that OpenAPI gives', async () => {
    const {$} = await page('/en/docs/list_contracts');
    const {route} = operations().find(({id}) => id === 'list_contracts')!;
    const named = $('#parameters ~ .scroll tbody th')
      .map((_, cell) => $(cell).text())
      .get();
    expect(named).toEqual(Object.keys(route.takes));
    const limit = $('#parameters ~ .scroll tbody tr').filter(
      (_, row) => $(row).find('th').text() === 'limit',
    );
    expect(limit.text()).toContain(`1 to ${route.takes['limit']!.highest}`);
    expect(limit.text()).toContain(`default: ${route.takes['limit']!.default}`);
  });

  test('leaves `/docs` to the form that the API promises, and links to it', async () => {
    const answer = await fetch(`${server.base}/docs`, {redirect: 'manual'});
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const {$} = await page('/en/docs/list_permits');
    expect($('.ways a').first().attr('href')).toBe('/docs#/Building%20permits%20and%20zoning/list_permits');
  });
});
