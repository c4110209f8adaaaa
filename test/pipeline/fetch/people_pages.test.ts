/** Pages of the House and of the Library that the crawls of people request. */
import {describe, expect, test} from 'vitest';
import house from '../../../datasets/members/sources/commons_members.ts';
import library from '../../../datasets/parliamentarians/sources/parlinfo.ts';
import type {Source, SourceFile} from '../../../datasets/types.ts';
import type {Document} from '../../../pipeline/read/documents/types.ts';
import {bundle, linksFrom, pagesOf, seeded} from '../../helpers/crawl_links.ts';
import {bench, closing, ofKind, single} from '../../helpers/fetching.ts';
import {startServer} from '../../portals/server.ts';

const HOUSE = bundle('commons_members/crawl/members.documents.ndjson');
const LIBRARY = bundle('parlinfo/crawl/people.documents.ndjson');
const MEMBERS = 'https://www.ourcommons.ca/members/en';
const PERSON = 'https://lop.parl.ca/ParlinfoWebApi/Person';

function led(source: Source, documents: readonly Document[], name: string): string[][] {
  const {pages, lacking} = linksFrom(source, documents, name);
  expect(lacking).toEqual({});
  return pages.map(({name, url}) => [name, url]);
}

describe('members', () => {
  test('start with lists and pages of every parliament since 1997 and every ministry since 1993', () => {
    const all = seeded(house);
    expect(all).toContainEqual([
      'members/36',
      `${MEMBERS}/search/xml?parliament=36&caucusId=all&province=all`,
    ]);
    expect(all).toContainEqual(['members/now', `${MEMBERS}/search/xml?caucusId=all&province=all`]);
    expect(all).toContainEqual(['tiles/45', `${MEMBERS}/search?parliament=45&caucusId=all&province=all`]);
    expect(all).toContainEqual(['ministry/30', `${MEMBERS}/ministries/xml?ministry=30`]);
    expect(all).toHaveLength(11 + 11 + 6);
  });

  test('lists and tiles lead to the profiles of their members, others nowhere', () => {
    expect(led(house, HOUSE, 'members/44')).toEqual(
      ['104682', '104700', '104701'].map((id) => [`profile/${id}`, `${MEMBERS}/${id}/roles/xml`]),
    );
    expect(led(house, HOUSE, 'tiles/now')).toEqual([
      ['profile/104682', `${MEMBERS}/104682/roles/xml`],
      ['profile/89001', `${MEMBERS}/89001/roles/xml`],
    ]);
    expect(led(house, HOUSE, 'profile/104682')).toEqual([]);
    expect(led(house, HOUSE, 'ministry/30')).toEqual([]);
  });

  test('a list without numbers leads nowhere; tiles lead to the profiles', () => {
    const old = {
      name: 'members/44',
      url: '',
      text: HOUSE[0]?.text.replace(/<PersonId>\d+<\/PersonId>/g, '') ?? '',
    };
    expect(led(house, [old], 'members/44')).toEqual([]);
  });

  test.each([
    ['members', '<ArrayOfMemberOfParliament xmlns:xsi="x" />', true],
    ['members', '<!DOCTYPE html><html><title>Error</title></html>', false],
    ['tiles', '<div class="tile" id="mp-tile-person-id-1">', true],
    ['tiles', '<!DOCTYPE html><html><title>Members</title></html>', false],
    ['profile', '<?xml version="1.0"?><Profile><MemberOfParliamentRoles />', true],
    ['ministry', '<ArrayOfMinister>', true],
    ['ministry', '<ArrayOfMemberOfParliament>', false],
  ])('of %s, %s is told to be right: %s', (kind, body, looks) => {
    expect(
      pagesOf(house)
        .find((page) => page.kind === kind)
        ?.mustMatch.test(body),
    ).toBe(looks);
  });
});

/**
 * A page of members with nobody on it, as after a dissolution; the portal offers a parliament that is not
 * declared.
 */
const NOBODY = `<!DOCTYPE html><html><head><title>Current Members of Parliament - House of Commons of Canada</title></head><body>
  <form id="search-refiner">${['all', 'current', '46', '45', '35']
    .map((value) => `<a data-value="${value}" data-input="parliament" href="#">${value}</a>`)
    .join('')}</form><div id="tiles-view-component"></div></body></html>`;

test('a page of nobody is right for the current members, not for a parliament', () => {
  const [known, now] = ['tiles/{parliament}', 'tiles/now'].map((name) =>
    pagesOf(house).find((page) => page.name === name),
  );
  expect([known?.mustMatch.test(NOBODY), now?.mustMatch.test(NOBODY)]).toEqual([false, true]);
});

test.each(['<div id="tiles-view-component"></div>', '<p>No results</p>'])(
  'nobody at all is read from %s',
  (body) => {
    const title = '<title>Current Members of Parliament - House of Commons of Canada</title>';
    const text = `<!DOCTYPE html><html><head>${title}</head><body>${body}</body></html>`;
    expect(led(house, [{name: 'tiles/now', url: '', text}], 'tiles/now')).toEqual([]);
    const other = text.replace('Current Members of Parliament', 'We are sorry');
    if (!body.includes('id='))
      expect(() => led(house, [{name: 'tiles/now', url: '', text: other}], 'tiles/now')).toThrow(
        /fits no layout/,
      );
  },
);

test('the portal’s list of parliaments leads to those that are not declared', () => {
  const pages = led(house, [{name: 'tiles/now', url: '', text: NOBODY}], 'tiles/now');
  expect(pages.map(([name]) => name)).toEqual(['members/46', 'tiles/46', 'members/45', 'tiles/45']);
  expect(pages[0]?.[1]).toBe(`${MEMBERS}/search/xml?parliament=46&caucusId=all&province=all`);
});

test('a dissolved House of Commons is crawled: no sitting member, a new parliament, a ministry that is gone', async () => {
  const documents = new Map(HOUSE.map(({name, text}) => [name, text]));
  const tiles = documents.get('tiles/now') ?? '';
  documents.set('tiles/now', NOBODY).set('members/now', '<ArrayOfMemberOfParliament xmlns:xsi="x" />');
  const server = await closing(
    startServer((_, {pathname, searchParams: query}, response) => {
      const name = nameOf(pathname, query);
      const body =
        name === 'ministry/27' || (name.startsWith('profile/') && !documents.has(name))
          ? undefined
          : (documents.get(name) ?? OTHERS[name.split('/')[0] ?? ''] ?? tiles);
      response.writeHead(body === undefined ? 404 : 200).end(body);
    }),
  );
  const {fetch, events} = await bench();
  const files = house.files.map(
    (file) => ({...file, via: {...file.via, pages: movedTo(server.base)}}) as SourceFile,
  );
  const {body} = await single(fetch(files, {declared: {...house, files}}));
  const names = body
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).name);
  expect(names).toEqual(
    expect.arrayContaining(['members/now', 'tiles/now', 'members/46', 'tiles/46', 'ministry/26']),
  );
  expect(names).not.toContain('ministry/27');
  expect(ofKind(events, 'warning').map(({text}) => text)).toContainEqual(
    expect.stringMatching(/^pages that the portal does not have are passed over: ministry\/27, profile/),
  );
});

/** Documents of lists and ministries that the golden crawl does not have. */
const OTHERS: Record<string, string> = {
  members: '<ArrayOfMemberOfParliament xmlns:xsi="x" />',
  ministry: '<ArrayOfMinister xmlns:xsi="x" />',
};

function nameOf(pathname: string, query: URLSearchParams): string {
  const profile = /\/(\d+)\/roles\/xml$/.exec(pathname)?.[1];
  if (profile) return `profile/${profile}`;
  if (pathname.includes('ministries')) return `ministry/${query.get('ministry') ?? 'now'}`;
  return `${pathname.endsWith('/xml') ? 'members' : 'tiles'}/${query.get('parliament') ?? 'now'}`;
}

const movedTo = (base: string) =>
  pagesOf(house).map((page) => ({...page, url: page.url.replace('https://www.ourcommons.ca', base)}));

describe('parliamentarians', () => {
  test('start with the list of everybody, which leads to every profile', () => {
    expect(seeded(library)).toEqual([['list/all', `${PERSON}/SearchAndRefine?expression=&refiners=`]]);
    expect(led(library, LIBRARY, 'list/all')).toEqual(
      ['21345', '17', '22000', '5'].map((id) => [
        `person/${id}`,
        `${PERSON}/GetPersonWebProfile/${id}?callback=1`,
      ]),
    );
    expect(led(library, LIBRARY, 'person/17')).toEqual([]);
  });

  test('a server error is a missing page and not a person', () => {
    const page = pagesOf(library).find(({kind}) => kind === 'person');
    const fault = `/**/ typeof 1 === 'function' && 1({"Message":"An error has occurred.","ExceptionMessage":"x"});`;
    expect(page?.mustMatch.test(fault)).toBe(false);
    expect(page?.mayBeMissing instanceof RegExp && page.mayBeMissing.test(fault)).toBe(true);
    const person = LIBRARY.find(({name}) => name === 'person/17')?.text ?? '';
    expect(page?.mustMatch.test(person)).toBe(true);
  });
});
