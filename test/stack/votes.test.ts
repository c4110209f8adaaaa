/** Divisions and ballots over an ingested corpus: counted again by hand, in the API and on pages. */
import {beforeAll, describe, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {LISTS} from '../../server/site/paths.ts';
import {numberLinks} from '../helpers/number_links.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
let votes: Row[];
let ballots: Row[];
const one = async (target: string): Promise<Row> => (await api(target)).data as unknown as Row;

async function all(target: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const {data, meta} = await api(`${target}limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
    rows.push(...data);
    cursor = meta.next_cursor;
  }
  return rows;
}

beforeAll(async () => {
  ({page, api} = await siteReader());
  [votes, ballots] = [await all('/votes?'), await all('/ballots?')];
});

const count = (rows: readonly Row[], vote: string): number =>
  rows.filter((row) => row['vote'] === vote).length;
const inVote = (vote: Row): Row[] => ballots.filter((row) => row['vote_id'] === vote['vote_id']);
const first = (loaded: string): Row => votes.find((row) => row['ballots_loaded'] === loaded)!;
const pathOf = ({session_id, number}: Row): string => `/votes/${session_id}/${number}`;

describe('ballots', () => {
  test('are loaded wholly, in part and not at all, as divisions say', () => {
    for (const vote of votes) {
      const cast = inVote(vote);
      const share = count(cast, 'Yea') + count(cast, 'Nay');
      const total = Number(vote['yea_total']) + Number(vote['nay_total']);
      const expected = cast.length === 0 ? 'none' : share >= 0.9 * total ? 'whole' : 'some';
      expect([vote['vote_id'], vote['ballots_loaded']]).toEqual([vote['vote_id'], expected]);
    }
    expect(new Set(votes.map((row) => row['ballots_loaded']))).toEqual(new Set(['whole', 'some', 'none']));
  });

  test('are with or against most yeas and nays of the caucus, or on no side', () => {
    const seen = {true: 0, false: 0, null: 0};
    for (const vote of votes) {
      for (const [party, cast] of Map.groupBy(inVote(vote), (row) => row['party'])) {
        const lead = count(cast, 'Yea') - count(cast, 'Nay');
        const isCaucus = party !== null && !/ind[eé]pend/i.test(String(party));
        const isKnown = vote['ballots_loaded'] === 'whole' && isCaucus && lead !== 0;
        const side = isKnown ? (lead > 0 ? 'Yea' : 'Nay') : null;
        for (const row of cast) {
          const against = side === null || row['vote'] === 'Paired' ? null : row['vote'] !== side;
          expect([row['ballot_id'], row['party_vote'], row['against_party']]).toEqual([
            row['ballot_id'],
            side,
            against,
          ]);
          seen[String(against) as keyof typeof seen]++;
        }
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  test.each([
    ['against_party=true', (row: Row) => row['against_party'] === true],
    ['against_party=false', (row: Row) => row['against_party'] === false],
    ['vote=Paired', (row: Row) => row['vote'] === 'Paired'],
    ['party_key=Bloc%2520Qu%25C3%25A9b%25C3%25A9cois', (row: Row) => row['party'] === 'Bloc Québécois'],
    ['province=QC&vote=Nay', (row: Row) => row['province'] === 'QC' && row['vote'] === 'Nay'],
    ['bill=c-11', (row: Row) => row['bill_number'] === 'C-11'],
  ])('are found by %s', async (query, fits) => {
    const {meta} = await api(`/ballots?${query}&limit=1`);
    expect(meta.total).toBe(ballots.filter(fits).length);
    expect(meta.total).toBeGreaterThan(0);
  });

  test('lead to politicians', async () => {
    const slugs = new Set(ballots.map((row) => row['politician_slug']).filter((slug) => slug !== null));
    const people = new Set((await all('/politicians?current=false&')).map(({slug}) => slug));
    expect(slugs.size).toBeGreaterThan(50);
    expect([...slugs].filter((slug) => !people.has(slug))).toEqual([]);
  });
});

test('feeds have an entry for each record, which leads to the division', async () => {
  for (const path of ['/votes', '/ballots?against_party=true']) {
    const [own, query = ''] = path.split('?');
    const {$, status} = await page(`/en${own}.atom?${query}`);
    expect([path, status]).toEqual([path, 200]);
    const ids = $('entry > id')
      .map((_, id) => $(id).text())
      .get();
    expect(new Set(ids).size).toBe(50);
    expect($('entry > link').first().attr('href')).toMatch(/\/en\/votes\/\d+-\d\/\d+$/);
  }
});

describe('a division', () => {
  test('has the ballots of the list, by party, and the sides that its bill shows', async () => {
    const whole = votes
      .filter((row) => row['ballots_loaded'] === 'whole' && row['bill_id'] !== null)
      .slice(0, 6);
    for (const vote of whole) {
      const detail = await one(pathOf(vote));
      const members = detail['member_votes'] as Row[];
      const names = (rows: Row[]) =>
        rows.map(({name, vote: cast, party}) => `${name} ${cast} ${party}`).sort();
      expect(names(members)).toEqual(names(inVote(vote)));
      const bill = await one(`/bills/${vote['bill_id']}`);
      const same = (bill['votes'] as Row[]).find((row) => row['number'] === vote['number'])!;
      const parties = new Map((detail['party_votes'] as Row[]).map((row) => [row['party'], row]));
      for (const {party, vote: side} of same['party_votes'] as Row[]) {
        const own = parties.get(party!)!;
        const lead = Number(own['yea']) - Number(own['nay']);
        expect([party, side]).toEqual([party, lead > 0 ? 'Yes' : lead < 0 ? 'No' : 'Split']);
      }
    }
  });

  test.each(['en', 'fr'] as const)('has a page with every member, in %s', async (language) => {
    const vote = votes.find(
      (row) => row['ballots_loaded'] === 'whole' && inVote(row).some((own) => own['against_party']),
    )!;
    const {$, status} = await page(`/${language}${pathOf(vote)}`);
    expect(status).toBe(200);
    expect($('h1').text()).toBe(vote[`description_${language}`]);
    expect($('.members li')).toHaveLength(inVote(vote).length);
    expect($('.members .badge')).toHaveLength(inVote(vote).filter((row) => row['against_party']).length);
    expect($('main').html()).toContain(`https://www.ourcommons.ca/members/${language}/votes/`);
    expect($('#results [role="status"]').text()).toContain(String(inVote(vote).length));
    const links = numberLinks($);
    expect(links.length).toBeGreaterThan(4);
    for (const {href, count: shown} of links) {
      const {pathname, search} = new URL(href, 'http://host');
      const path = pathname.replace(/^\/(en|fr)/, '');
      expect([...LISTS.values()].map((route) => route.path)).toContain(path);
      expect([href, (await api(`${path}${search}&limit=1`)).meta.total]).toEqual([href, shown]);
    }
  });

  test('filters its members by party, province, vote, name and line', async () => {
    const vote = first('whole');
    const cast = inVote(vote);
    const {party, province, name} = cast[0]!;
    const shown = async (query: Record<string, string>) => {
      const {$} = await page(`/en${pathOf(vote)}?${new URLSearchParams(query)}`);
      return $('.members li').length;
    };
    expect(await shown({party: String(party), vote: 'Yea'})).toBe(
      cast.filter((row) => row['party'] === party && row['vote'] === 'Yea').length,
    );
    expect(await shown({province: String(province)})).toBe(
      cast.filter((row) => row['province'] === province).length,
    );
    expect(await shown({against_party: 'false'})).toBe(
      cast.filter((row) => row['against_party'] === false).length,
    );
    expect(await shown({name: String(name).toUpperCase()})).toBeGreaterThan(0);
    expect(await shown({name: 'nobody at all'})).toBe(0);
  });

  test('says that ballots are not shown, or are a part, and shows no zero for them', async () => {
    const {$} = await page(`/en${pathOf(first('none'))}`);
    expect($('#not-loaded').text()).toContain('is not shown here');
    expect($('#parties, #members')).toHaveLength(0);
    const part = await page(`/fr${pathOf(first('some'))}`);
    expect(part.$('.warning').text()).toContain('sont affichés ici');
  });

  test('is called by its number where the publisher gives no subject', async () => {
    const plain = votes.find((row) => row['description_en'] === row['document_type'])!;
    const {$} = await page(`/fr${pathOf(plain)}`);
    expect($('h1').text()).toContain(`Vote n° ${plain['number']} (`);
    expect($('h1').text()).not.toContain(String(plain['document_type']));
  });

  test('is found by its bill in the search, and by the page of the bill', async () => {
    const bill = votes.find((row) => row['bill_id'] !== null)!;
    const {$} = await page(`/en/search?q=${bill['bill_number']}`);
    const found = $('section[aria-labelledby="group-votes"] .hits a')
      .map((_, a) => $(a).attr('href'))
      .get();
    expect(found).toContain(`/en${pathOf(bill)}`);
    const ofBill = await page(`/en/bills/${bill['bill_id']}`);
    expect(ofBill.$(`.divisions a[href="/en${pathOf(bill)}"]`)).toHaveLength(1);
    expect((await page('/en/')).$('#tasks ~ ul a[href="/en/votes"]')).toHaveLength(1);
  });
});

describe('the page of a politician', () => {
  test('has counts that lead to as many votes, between the elections and the bills', async () => {
    const sitting = await all('/politicians?');
    let checked = 0;
    for (const {slug} of sitting.slice(0, 12)) {
      const own = ballots.filter((row) => row['politician_slug'] === slug);
      if (own.length === 0) continue;
      const {$} = await page(`/en/politicians/${slug}`);
      const section = $('section[aria-labelledby="votes"]');
      const figures = section
        .find('dl.figures dd')
        .map((_, dd) => digits($(dd).text()))
        .get();
      expect([slug, figures]).toEqual([
        slug,
        [
          own.length,
          own.filter((row) => row['against_party'] === false).length,
          own.filter((row) => row['against_party'] === true).length,
        ],
      ]);
      const heads = $('article h2')
        .map((_, h2) => $(h2).attr('id'))
        .get();
      const at = (id: string) => (heads.includes(id) ? heads.indexOf(id) : null);
      expect(at('votes')).toBeGreaterThan(at('election_history') ?? -1);
      for (const later of ['bill_sponsorships', 'committee_memberships', 'lobbying_interactions'])
        expect(at('votes')).toBeLessThan(at(later) ?? heads.length);
      checked++;
    }
    expect(checked).toBeGreaterThan(5);
  });

  test('has the share of votes held while the member sat, or none', async () => {
    const records = await all('/voting_records?');
    const known = records.filter((row) => row['share_voted'] !== null);
    expect(known.length).toBeGreaterThan(20);
    for (const {
      politician_slug: slug,
      session_id: session,
      share_voted,
      divisions,
      first_date,
      last_date,
    } of known.slice(0, 40)) {
      const held = votes.filter(
        (row) =>
          row['session_id'] === session &&
          row['ballots_loaded'] === 'whole' &&
          String(row['date']) >= String(first_date) &&
          String(row['date']) <= String(last_date),
      );
      const took = held.filter((vote) => inVote(vote).some((row) => row['politician_slug'] === slug));
      expect([slug, session, divisions, share_voted]).toEqual([
        slug,
        session,
        held.length,
        Math.round((took.length / held.length) * 1000) / 1000,
      ]);
    }
  });

  test('is one of those who sit today, until the reader takes that filter away', async () => {
    for (const [language, text] of [
      ['en', 'Sitting in the House only Yes'],
      ['fr', 'Siégeant à la Chambre seulement Oui'],
    ]) {
      const {$} = await page(`/${language}/politicians`);
      const chip = $('.chips a').first();
      expect(chip.text()).toContain(text);
      expect($('.chips .clear')).toHaveLength(0);
      const whole = (await api('/politicians?current=false&limit=1')).meta.total;
      const everyone = $('#results a[href$="/politicians?current=false"]').not('.chips a');
      expect(digits(everyone.text())).toBe(whole);
      const wider = (await page(chip.attr('href')!)).$;
      expect(digits(wider('.total strong').text())).toBe(whole);
      // Also where the form gave the default.
      const given = (await page(`/${language}/politicians?current=true&q=a`)).$;
      const removed = given('.chips a[href*="current=false"]').first().attr('href')!;
      const {total} = (await api('/politicians?current=false&q=a&limit=1')).meta;
      expect(digits((await page(removed)).$('.total strong').text())).toBe(total);
    }
  });

  test('is found by the riding in the field of names', async () => {
    const [{current_riding: riding, slug}] = (await api('/politicians?limit=1')).data as [Row];
    const {$} = await page(`/en/politicians?q=${encodeURIComponent(String(riding))}`);
    const link = $('#results a[href*="riding="]').attr('href')!;
    expect((await page(link)).$(`.records a[href="/en/politicians/${slug}"]`)).toHaveLength(1);
    expect(
      $('#finder a')
        .map((_, a) => $(a).attr('href'))
        .get(),
    ).toContain('https://www.ourcommons.ca/members/en/search');
  });
});
