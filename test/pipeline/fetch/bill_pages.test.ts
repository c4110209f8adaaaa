/** Pages that the crawls of bills and votes request, from the rows of documents. */
import {describe, expect, test} from 'vitest';
import legisinfo from '../../../datasets/bills/sources/legisinfo_bills.ts';
import type {Source} from '../../../datasets/types.ts';
import house from '../../../datasets/votes/sources/commons_votes.ts';
import type {Document} from '../../../pipeline/read/documents/types.ts';
import {bundle, linksFrom, pagesOf, seeded} from '../../helpers/crawl_links.ts';

const BILLS = bundle('legisinfo_bills/crawl/bills.documents.ndjson');
const VOTES = bundle('commons_votes/house/votes.documents.ndjson');

/** Pages that a document leads to: name, address, stamp. */
function led(source: Source, documents: readonly Document[], name: string): (string | null)[][] {
  const {pages, lacking} = linksFrom(source, documents, name);
  expect(lacking).toEqual({});
  return pages.map(({name, url, stamp}) => [name, url, stamp]);
}

const LEGISINFO = 'https://www.parl.ca/legisinfo/en';
const CONTENT = 'https://www.parl.ca/Content/Bills/441';
const MEMBERS = 'https://www.ourcommons.ca/members';

describe('bills', () => {
  test('start with the list of every session since 2001', () => {
    const all = seeded(legisinfo);
    expect(all[0]).toEqual(['list/37-1', `${LEGISINFO}/bills/json?parlsession=37-1`]);
    expect(all.at(-2)).toEqual(['list/45-1', `${LEGISINFO}/bills/json?parlsession=45-1`]);
    // The current session, which may be one that is not declared yet.
    expect(all.at(-1)).toEqual(['list/now', `${LEGISINFO}/bills/json`]);
    expect(all).toHaveLength(17);
  });

  test('a list of 2021 to 2024 leads to every bill and its texts; a bill without a type to no text', () => {
    const pages = led(legisinfo, BILLS, 'list/44-1');
    expect(pages.filter(([name]) => name?.startsWith('bill/'))).toEqual(
      ['C-1', 'C-11', 'S-6', 'C-223', 'S-203', 'S-1001'].map((number) => [
        `bill/44-1/${number}`,
        `${LEGISINFO}/bill/44-1/${number.toLowerCase()}/json`,
        null,
      ]),
    );
    expect(pages.filter(([name]) => /text.44-1.(C-11|C-223|S-1001)\//.test(name ?? ''))).toEqual([
      ['text/44-1/C-11/E', `${CONTENT}/Government/C-11/C-11_1/C-11_E.xml`, 'C-11'],
      ['text/44-1/C-11/F', `${CONTENT}/Government/C-11/C-11_1/C-11_F.xml`, 'C-11'],
      ['text/44-1/C-223/E', `${CONTENT}/Private/C-223/C-223_1/C-223_E.xml`, 'C-223'],
      ['text/44-1/C-223/F', `${CONTENT}/Private/C-223/C-223_1/C-223_F.xml`, 'C-223'],
    ]);
  });

  test('a list since 2025 leads to every bill, with its latest activity as change stamp', () => {
    expect(led(legisinfo, BILLS, 'list/45-1').slice(0, 1)).toEqual([
      ['bill/45-1/C-2', `${LEGISINFO}/bill/45-1/c-2/json`, '2025-10-09T10:00:00-04:00'],
    ]);
  });

  test('a bill of a closed session is not requested again', () => {
    const text = BILLS.find(({name}) => name === 'bill/44-1/C-223')?.text ?? '';
    const over = {
      name: 'bill/41-2/C-223',
      url: '',
      text: text
        .replace('"IsSessionOngoing": true', '"IsSessionOngoing": false')
        .replace('"ParliamentNumber": 44', '"ParliamentNumber": 41')
        .replace('"SessionNumber": 1', '"SessionNumber": 2'),
    };
    expect(led(legisinfo, [over], over.name)).toEqual([
      ['bill/41-2/C-223', `${LEGISINFO}/bill/41-2/c-223/json`, 'false'],
    ]);
  });
});

describe('votes', () => {
  test('start with a list of every session since 2004 in both languages', () => {
    const all = seeded(house);
    expect(all[0]).toEqual(['divisions/38-1', `${MEMBERS}/en/votes/xml?parlSession=38-1`]);
    expect(all.at(-2)).toEqual(['divisions-fr/45-1', `${MEMBERS}/fr/votes/xml?parlSession=45-1`]);
    expect(all.at(-1)).toEqual(['divisions-fr/now', `${MEMBERS}/fr/votes/xml`]);
    expect(all).toHaveLength(28);
  });

  test('lead to the ballots of divisions on a bill, and the French list leads nowhere', () => {
    expect(led(house, VOTES, 'divisions/44-1')).toEqual([
      ['ballots/44-1/12', `${MEMBERS}/en/votes/44/1/12/xml`, '3'],
      ['ballots/44-1/15', `${MEMBERS}/en/votes/44/1/15/xml`, '2'],
    ]);
    expect(led(house, VOTES, 'divisions-fr/44-1')).toEqual([]);
    expect(led(house, VOTES, 'divisions/45-1')).toEqual([]);
  });

  test.each([
    ['a list', '<?xml version="1.0"?><ArrayOfVote xmlns:xsi="x"><Vote>', true],
    ['an empty list', '<ArrayOfVote />', true],
    ['ballots in place of a list', '<ArrayOfVoteParticipant>', false],
    ['an error page', '<!DOCTYPE html><html><body>ArrayOfVote</body>', false],
  ])('%s looks like a list: %s', (_, body, looks) => {
    expect(pagesOf(house)[0]?.mustMatch.test(body)).toBe(looks);
  });
});
