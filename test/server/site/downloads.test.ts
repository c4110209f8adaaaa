/**
 * Downloads of the site over an engine in memory: bounds, names of files, what stands beside them, refusals.
 */
import {describe, expect, test} from 'vitest';
import type {Page} from '../../../engine/types.ts';
import {memorySite} from '../../helpers/memory_site.ts';

const site = memorySite();
const {open, get} = site;

describe('downloads', () => {
  test('a list over the bound is a page that names the command with a key, where somebody gives such keys', async () => {
    const {list} = site.service.engine;
    site.service.engine.list = (query) => ({...(list(query) as Page), total: 5001});
    const alone = (await get('/en/contracts.csv?vendor=a&chart=year')).text;
    expect(alone).toContain('download it in parts');
    expect(alone).not.toContain('/api/v1/export/');
    open(0, 0, 'data@example.org');
    const {status, headers, text} = await get('/en/contracts.csv?vendor=a&chart=year');
    expect([status, headers['Content-Type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(text).toContain('5,001');
    expect(text).toContain('https://data.example.org/api/v1/export/contracts?vendor=a&amp;format=csv');
    site.service.engine.list = (query) => ({...(list(query) as Page), total: 5000, last: null});
    const file = await get('/en/contracts.csv');
    const day = site.service.engine.info.data_as_of.slice(0, 10);
    expect([file.status, file.headers['Content-Disposition']]).toEqual([
      200,
      `attachment; filename="contracts-${day}.csv"`,
    ]);
    const filtered = await get('/en/contracts.csv?vendor=%C3%89lan+%26+Co.&date_from=2024-01-01');
    expect(filtered.headers['Content-Disposition']).toBe(
      `attachment; filename="contracts-Elan-Co.-2024-01-01-${day}.csv"`,
    );
  });
  test('a file is named by words: keys by their names, in one language, cut between words', async () => {
    const day = site.service.engine.info.data_as_of.slice(0, 10);
    const nameOf = async (target: string) =>
      /filename="(.*)"/.exec((await get(target)).headers['Content-Disposition']!)![1];
    const key = encodeURIComponent('National Defence | Défense nationale');
    const query = `department_key=${encodeURIComponent(key)}&method=Competitive`;
    expect(await nameOf(`/en/contracts.csv?${query}`)).toMatch(
      new RegExp(`^contracts-National-Defence-[A-Za-z-]+-${day}\\.csv$`),
    );
    expect(await nameOf(`/fr/contracts.txt?${query}`)).toMatch(
      new RegExp(`^contracts-Defense-nationale-[A-Za-z-]+-${day}\\.txt$`),
    );
    expect(await nameOf(`/en/contracts.csv?vendor=${'words+'.repeat(30)}`)).toBe(
      `contracts-${'words-'.repeat(13)}${day}.csv`,
    );
  });
  test('a text beside a download names its address, sources and licences', async () => {
    const {status, headers, text} = await get('/en/contracts.txt?vendor=a');
    expect([status, headers['Content-Type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('https://data.example.org/en/contracts?vendor=a');
    expect(text).toContain('Open Government Licence - Canada');
    expect(text).not.toContain('building permits');
  });
  test('a list that one file cannot hold says so, and no link leads to a refusal', async () => {
    const {list} = site.service.engine;
    site.service.engine.list = (query) => ({...(list(query) as Page), total: 5001});
    const {text} = await get('/en/contracts?chart=department');
    expect(text).toContain('5,001 records are more than one file has, which is 5,000.');
    expect(text).not.toContain('href="/en/contracts.csv');
  });
  test('a name that the list does not know is said, not passed over', async () => {
    const {text} = await get('/en/permits?city=toronto');
    expect(text).toContain('This list has no filter “city”: it was not applied.');
    expect((await get('/en/permits?municipality=toronto&chart=year')).text).not.toContain('no filter');
  });
  test('files keep the order of their list, and a refusal is read as a page', async () => {
    const {text} = await get('/en/contracts?sort_by=value&sort_order=asc');
    const href = '/en/contracts.csv?sort_by=value&amp;sort_order=asc&amp;excel=true';
    expect(text).toContain(`<a href="${href}" rel="nofollow">`);
    const {list} = site.service.engine;
    const asked: unknown[] = [];
    site.service.engine.list = (query) => {
      asked.push([query.sort, query.order]);
      return list(query);
    };
    expect((await get(href.replaceAll('&amp;', '&'))).status).toBe(200);
    expect(asked).toEqual([['value', 'asc']]);
  });
  test('a refused filter and an unknown extension are pages', async () => {
    expect((await get('/en/contracts.csv?date_from=x')).status).toBe(400);
    expect((await get('/en/contracts.xlsx')).status).toBe(404);
  });
});
