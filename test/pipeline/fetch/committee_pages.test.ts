/** Pages that the crawl of committees requests, from its lists and the cards of meetings. */
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import source from '../../../datasets/committee_sessions/sources/commons_committees.ts';
import {linksIn, seedPages} from '../../../pipeline/fetch/crawl_pages.ts';
import {rowsIn} from '../../../pipeline/read/documents/rows_in.ts';

const GOLDEN = fileURLToPath(new URL('../../golden/commons_committees/pages/', import.meta.url));
const HOUSE = 'https://www.ourcommons.ca/Committees';
const PARL = 'https://www.parl.ca/Committees';

const via = source.files[0]?.via;
if (via?.portal !== 'crawl') throw new Error('the source is no crawl');
const {pages: declared} = via;

const textOf = (file: string): string => readFileSync(GOLDEN + file, 'utf8');

/** Name, address and stamp of the pages that a document of this name leads to. */
function led(name: string, file: string): (string | null)[][] {
  const {pages, lacking} = linksIn(declared, rowsIn(source, {name, url: '', text: textOf(file)}));
  expect(lacking).toEqual({});
  return pages.map((page) => [page.name, page.url, page.stamp]);
}

describe('lists', () => {
  test('of every session since 2004 in both languages come first', () => {
    const all = seedPages({source: source.slug, file: '', url: ''}, declared).map(({name, url}) => [
      name,
      url,
    ]);
    expect(all).toHaveLength(1 + 2 * 13);
    expect(all.slice(0, 2)).toEqual([
      ['session/now', 'https://www.parl.ca/legisinfo/en/bills/json'],
      ['list/38-1/en', `${HOUSE}/en/List?parl=38&session=1`],
    ]);
    expect(all.at(-1)).toEqual(['list/45-1/fr', `${HOUSE}/fr/List?parl=45&session=1`]);
  });

  test('of a session that nobody declared come from its bills, and lead on', () => {
    const bills = {name: 'session/now', url: '', text: '[{"Id":1,"ParliamentNumber":46,"SessionNumber":1}]'};
    expect(linksIn(declared, rowsIn(source, bills)).pages.map(({name, url}) => [name, url])).toEqual([
      ['list/46-1/en', `${HOUSE}/en/List?parl=46&session=1`],
      ['list/46-1/fr', `${HOUSE}/fr/List?parl=46&session=1`],
    ]);
    expect(led('list/46-1/en', 'list_44-1_en.html')).toHaveLength(14);
  });

  test('lead to members and meetings of committees, joint ones and subcommittees', () => {
    const links = led('list/45-1/en', 'list_44-1_en.html');
    const query = '?parl=45&session=1';
    expect(links.filter(([name]) => name?.startsWith('members/'))).toEqual([
      ['members/45-1/INDU', `${HOUSE}/en/INDU/Members${query}`, null],
      ['members/45-1/FINA', `${HOUSE}/en/FINA/Members${query}`, null],
      ['members/45-1/REGS', `${PARL}/en/REGS/Members${query}`, null],
      ['members/45-1/PACP', `${HOUSE}/en/PACP/Members${query}`, null],
      ['members/45-1/SIND', `${HOUSE}/en/SIND/Members${query}`, null],
      ['members/45-1/SFIN', `${HOUSE}/en/SFIN/Members${query}`, null],
      ['members/45-1/STOL', `${HOUSE}/en/STOL/Members${query}`, null],
    ]);
    expect(links.filter(([name]) => name?.startsWith('meetings/'))).toHaveLength(7);
    expect(links).toContainEqual(['meetings/45-1/REGS', `${PARL}/en/REGS/Meetings${query}`, null]);
  });

  test('of a closed session lead to pages that are requested once', () => {
    expect(led('list/43-2/en', 'list_43-2_en.html')).toContainEqual([
      'meetings/43-2/FEWO',
      `${HOUSE}/en/FEWO/Meetings?parl=43&session=2`,
      '43-2',
    ]);
  });

  test('of sessions before 2015, and those in French, lead nowhere', () => {
    expect(led('list/41-2/en', 'list_43-2_en.html')).toEqual([]);
    expect(led('list/45-1/fr', 'list_44-1_fr.html')).toEqual([]);
  });
});

describe('meetings', () => {
  test('lead to the pages of their studies while the session sits', () => {
    const studyPage = (id: string) => `${HOUSE}/en/INDU/StudyActivity?studyActivityId=${id}`;
    const rural = 'Competitiveness of rural broadband';
    expect(led('meetings/45-1/INDU', 'meetings_44-1_INDU.html')).toEqual([
      ['studies/45-1/INDU/8800002', studyPage('8800002'), 'Bill C-27, Digital Charter Implementation Act'],
      ['studies/45-1/INDU/8800001', studyPage('8800001'), rural],
      ['studies/45-1/INDU/8800001', studyPage('8800001'), rural],
      ['studies/45-1/INDU/8800003', studyPage('8800003'), 'Study on Tolls'],
    ]);
    expect(led('meetings/44-1/INDU', 'meetings_44-1_INDU.html')).toEqual([]);
  });
});

test.each([
  ['list', 'list_44-1_en.html'],
  ['list', 'list_44-1_fr.html'],
  ['members', 'members_44-1_INDU.html'],
  ['members', 'members_44-1_REGS.html'],
  ['meetings', 'meetings_44-1_INDU.html'],
  ['studies', 'studies_44-1_INDU_8800001.html'],
  ['studies', 'studies_44-1_INDU_8800003.html'],
])('a page of the kind %s looks so, and an error page does not: %s', (kind, file) => {
  for (const {mustMatch: looks} of declared.filter((page) => page.kind === kind)) {
    expect(looks.test(textOf(file))).toBe(true);
    expect(looks.test('<!DOCTYPE html><html><body><h1>We are sorry</h1></body></html>')).toBe(false);
  }
});

test('a committee without members yet is skipped, an error page is not', () => {
  const page = declared.find(({kind}) => kind === 'members');
  const bare =
    '<html><nav><a href="/Committees/en/INDU/Meetings">Meetings</a></nav><p>No members.</p></html>';
  const lacks = page?.mayBeMissing instanceof RegExp ? page.mayBeMissing : /$^/;
  expect([page?.mustMatch.test(bare), lacks.test(bare)]).toEqual([false, true]);
  expect(lacks.test('<html><a href="/Committees/en/Home">Committees</a><h1>We are sorry</h1></html>')).toBe(
    false,
  );
});
