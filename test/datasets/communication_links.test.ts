/** Links of communications: officials to politicians, measured over a labelled sample, and registrations. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {client_names} from '../../datasets/derived/client_names.ts';
import {communication_links, OFFICIAL_RULES} from '../../datasets/derived/communication_links.ts';
import {politicians} from '../../datasets/derived/politicians.ts';
import {lobbying_communications} from '../../datasets/lobbying_communications/schema.ts';
import {lobbying_registrations} from '../../datasets/lobbying_registrations/schema.ts';
import type {Json} from '../../datasets/types.ts';
import {derive} from '../helpers/derived.ts';
import {LABELLED, type Labelled, PEOPLE} from '../helpers/labelled_officials.ts';

/** Officials of one day in communications of up to three. */
function communications(): Record<string, Json>[] {
  const days = Map.groupBy(LABELLED, ([, , , date]) => date);
  return [...days].flatMap(([date, all]) =>
    Array.from({length: Math.ceil(all.length / 3)}, (_, at) => ({
      com_id: `${date}/${at}`,
      date,
      officials: all
        .slice(at * 3, at * 3 + 3)
        .map(([name, title, institution]) => ({name, title, branch: null, institution})),
    })),
  );
}

const registration = (
  reg_id: string,
  effective_date: string | null,
  end_date: string | null,
  more: Record<string, Json> = {},
) => ({
  reg_id,
  effective_date,
  end_date,
  lobbyist_id: '11',
  client: 'Kestrel Breweries',
  client_folded: 'kestrel breweries',
  lobbyist_name: `Filed in ${reg_id}`,
  lobbyist_firm: `Firm ${reg_id}`,
  registration_type: 'Consultant',
  ...more,
});
const called = (client: string): Record<string, Json> => ({client, client_folded: client.toLowerCase()});
const REGISTRATIONS = [
  registration('5', '2020-01-01', '2020-05-30'),
  registration('90', '2020-06-01', '2020-12-31'),
  registration('100', '2020-06-01', '2020-12-31'),
  registration('6', '2020-08-01', '2020-08-31'),
  registration('7', '2021-01-01', null),
  registration('8', null, null),
  registration('9', '2020-05-01', null, called('Kestrel Brewing')),
  registration('10', '2020-05-02', null, {lobbyist_id: '12'}),
  registration('11', '2020-05-03', null, {lobbyist_id: null}),
  registration('12', '2020-05-04', null, {client: null, client_folded: null}),
  // Of one registrant: a name that changes with the version, and two companies that differ in the legal form
  // alone.
  registration('20', '2020-01-01', '2020-06-30', {lobbyist_id: '20', ...called('Gull Rail Ltd.')}),
  registration('21', '2020-07-01', null, {
    lobbyist_id: '20',
    previous_reg_id: '20',
    ...called('Gull Rail Inc.'),
  }),
  registration('22', '2020-01-01', null, {lobbyist_id: '21', ...called('Tern Ports Ltd.')}),
  registration('23', '2020-01-01', null, {lobbyist_id: '21', ...called('Tern Ports Inc.')}),
];

const report = (com_id: string, date: string | null, more: Record<string, Json> = {}) => ({
  com_id,
  date,
  lobbyist_id: '11',
  client: 'Kestrel Breweries',
  client_folded: 'kestrel breweries',
  registrant_name: 'As Reported',
  ...more,
});
/** With the registration that each should find. */
const REPORTS: readonly [Record<string, Json>, string | null][] = [
  [report('before', '2019-12-31'), null],
  [report('on the first day', '2020-01-01'), '5'],
  [report('on the last day', '2020-05-30'), '5'],
  [report('in a gap', '2020-05-31'), null],
  [report('larger number of one day', '2020-06-01'), '100'],
  [report('a later one within', '2020-08-31'), '6'],
  [report('after one within', '2020-09-01'), '100'],
  [report('after all', '2024-01-01'), '7'],
  [report('no day', null), null],
  [report('other registrant', '2024-01-01', {lobbyist_id: '13'}), null],
  [report('no registrant', '2024-01-01', {lobbyist_id: null}), null],
  [report('no client', '2024-01-01', {client: null, client_folded: null}), null],
  [report('no name', '2020-05-30', {registrant_name: null}), '5'],
  [report('other legal form', '2024-01-01', called('Kestrel Breweries Ltd.')), '7'],
  [report('other legal form in a gap', '2020-05-31', called('Kestrel Breweries Ltd.')), null],
  [report('new name, old version', '2020-03-01', {lobbyist_id: '20', ...called('Gull Rail Inc.')}), '20'],
  [report('old name, new version', '2020-08-01', {lobbyist_id: '20', ...called('Gull Rail Ltd.')}), '21'],
  [report('one of two companies', '2020-08-01', {lobbyist_id: '21', ...called('Tern Ports Inc.')}), '23'],
  [report('neither company by name', '2020-08-01', {lobbyist_id: '21', ...called('Tern Ports')}), null],
];

let made: Awaited<ReturnType<typeof derive>>;
beforeAll(async () => {
  made = await derive({
    given: [
      {declaration: politicians, rows: PEOPLE},
      {declaration: lobbying_registrations, rows: REGISTRATIONS},
      {declaration: lobbying_communications, rows: [...communications(), ...REPORTS.map(([one]) => one)]},
    ],
    entities: [client_names, communication_links],
    as_of: '2024-05-06',
  });
});
afterAll(() => made.close());

/** The link of every labelled official, in their order within a day. */
async function linkedOfficials(): Promise<{official: Labelled; slug: string | null; rule: string}[]> {
  const rows = await made.rows(`
    SELECT split_part(com_id, '/', 1) AS date, d.name, d.politician_slug AS slug, rule
    FROM (SELECT com_id, unnest(dpohs) AS d, unnest(rules) AS rule, generate_subscripts(dpohs, 1) AS nth FROM communication_links)
    ORDER BY date, TRY_CAST(split_part(com_id, '/', 2) AS INTEGER), nth`);
  const days = Map.groupBy(rows, ({date}) => date);
  return [...Map.groupBy(LABELLED, ([, , , date]) => date)].flatMap(([date, officials]) =>
    officials.map((official, at) => {
      const {name, slug, rule} = days.get(date)![at]!;
      expect(name).toBe(official[0]);
      return {official, slug: slug as string | null, rule: String(rule)};
    }),
  );
}

describe('officials', () => {
  test('precision and recall over the labelled sample', async () => {
    const all = await linkedOfficials();
    const linked = all.filter(({slug}) => slug !== null);
    const right = linked.filter(({official, slug}) => slug === official[4]);
    const expected = all.filter(({official}) => official[4] !== null);
    const [precision, recall] = [right.length / linked.length, right.length / expected.length];
    console.info(
      `officials: ${all.length} labelled, ${linked.length} linked, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    const wrong = linked.filter(({official, slug}) => slug !== official[4]);
    expect(wrong.map(({official, slug}) => [...official, slug])).toEqual([]);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.85);
    expect(all.length).toBeGreaterThanOrEqual(90);
  });

  test('only ambiguous names stay unlinked', async () => {
    const missed = (await linkedOfficials()).filter(
      ({official, slug}) => official[4] !== null && slug === null,
    );
    const named = missed.map(({official: [name, , , date], rule}) => `${name} ${date.slice(0, 4)}: ${rule}`);
    expect(named.sort()).toEqual([
      'Bill Hart 2018: other name',
      'David Anderson 2003: ambiguous',
      'David Anderson 2005: ambiguous',
      'Hart 2018: other name',
      'Ngozi Ekwueme 2018: ambiguous',
      'Peter Frostad 2018: ambiguous',
      'Rob Castellane 2014: other name',
      'Wiliam Hart 2018: other name',
    ]);
  });

  test('every link carries its rule, and every official without one the reason', async () => {
    const all = await linkedOfficials();
    for (const {slug, rule} of all) {
      expect(Object.keys(OFFICIAL_RULES)).toContain(rule);
      expect(slug !== null).toBe(!['ambiguous', 'out of office', 'other title', 'other name'].includes(rule));
    }
    const rules = new Set(all.map(({rule}) => rule));
    expect([...rules].sort()).toEqual(Object.keys(OFFICIAL_RULES).sort());
    const ruleOf = (name: string, date: string) =>
      all.find(({official}) => official[0] === name && official[3] === date)?.rule;
    expect(ruleOf('David Anderson', '2005-03-02')).toBe('ambiguous');
    expect(ruleOf('David Anderson', '2012-03-02')).toBe('name and term');
    expect(ruleOf('Peter Frostad', '2018-03-02')).toBe('ambiguous');
    expect(ruleOf('Ellen Harkness', '2012-03-02')).toBe('name');
    expect(ruleOf('Paul Desrosiers', '2011-05-02')).toBe('out of office');
  });

  test('are counted by rule for the report, the ambiguous ones too', async () => {
    const counts = await made.rows(
      `SELECT rule, count FROM (${communication_links.links}) WHERE link = 'official to politician'`,
    );
    const all = await linkedOfficials();
    for (const {rule, count} of counts) expect(count).toBe(all.filter((one) => one.rule === rule).length);
    expect(counts.find(({rule}) => rule === 'ambiguous')?.['count']).toBe(4);
  });
});

describe('registrations', () => {
  test('the one of the same registrant and client that is in force on the day', async () => {
    const rows = await made.rows(
      "SELECT com_id, reg_id FROM communication_links WHERE com_id NOT LIKE '%/%'",
    );
    const links = Object.fromEntries(rows.map(({com_id, reg_id}) => [com_id, reg_id]));
    expect(links).toEqual(Object.fromEntries(REPORTS.map(([{com_id}, reg_id]) => [com_id, reg_id])));
  });

  test('supply firm and type, and the name if the report has none', async () => {
    const rows = await made.rows(
      "SELECT * EXCLUDE (dpohs, rules) FROM communication_links WHERE com_id IN ('no name', 'on the last day', 'before', 'other legal form') ORDER BY com_id",
    );
    const rule = 'registrant, client and date';
    const filed = {reg_id: '5', reg_rule: rule, lobbyist_firm: 'Firm 5', registration_type: 'Consultant'};
    expect(rows).toEqual([
      {
        com_id: 'before',
        reg_id: null,
        reg_rule: 'none of this registrant and client in force',
        lobbyist_name: 'As Reported',
        lobbyist_firm: null,
        registration_type: null,
      },
      {com_id: 'no name', lobbyist_name: 'Filed in 5', ...filed},
      {com_id: 'on the last day', lobbyist_name: 'As Reported', ...filed},
      {
        com_id: 'other legal form',
        reg_id: '7',
        reg_rule: 'registrant, client but for the legal form, and date',
        lobbyist_name: 'As Reported',
        lobbyist_firm: 'Firm 7',
        registration_type: 'Consultant',
      },
    ]);
  });
});
