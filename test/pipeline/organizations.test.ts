/**
 * How organizations are told apart: every rule and guard, and precision and recall over the labelled pairs.
 */

import {describe, expect, test} from 'vitest';
import {LINK_RULES, MEASURED, MOST_NAMES_OF_NUMBER} from '../../datasets/derived/organization_rules.ts';
import {mergeOrganizations, type ResolvedName} from '../../pipeline/write/merge_organizations.ts';
import type {PublishedName} from '../../pipeline/write/organization_nodes.ts';
import fc from '../helpers/fast_check.ts';
import {LABELLED_ORGANIZATIONS, type LabelledName} from '../helpers/labelled_organizations.ts';

const published = (name: string, more: Partial<PublishedName> = {}): PublishedName => ({
  name,
  business_number: null,
  province: null,
  bilingual: name.includes(' | '),
  records: 1,
  translations: [],
  aliases: [],
  ...more,
});

/** Names grouped by organization, each group and all of them in order; names of none by themselves. */
function groups(...names: (string | PublishedName)[]): string[][] {
  const given = names.map((one) => (typeof one === 'string' ? published(one) : one));
  const resolved = mergeOrganizations(given);
  const byKey = Map.groupBy(given.keys(), (i) => resolved[i]!.key ?? `none ${i}`);
  return [...byKey.values()].map((members) => members.map((i) => given[i]!.name));
}

const resolve = (...names: PublishedName[]): ResolvedName[] => mergeOrganizations(names);

describe('labelled pairs', () => {
  const identity = ({name, province, business_number}: LabelledName) =>
    `${name}|${province}|${business_number}`;
  const names = new Map(
    LABELLED_ORGANIZATIONS.flatMap((pair) => pair.names.map((one) => [identity(one), one] as const)),
  );
  // All of them in one build, so that pairs may also spoil each other.
  const resolved = mergeOrganizations([...names.values()].map((one) => published(one.name, one)));
  const keys = new Map([...names.keys()].map((id, i) => [id, resolved[i]!.key]));
  const judged = LABELLED_ORGANIZATIONS.map((pair) => {
    const [one, other] = pair.names.map((name) => keys.get(identity(name)) ?? null);
    return {...pair, merged: one !== null && one === other};
  });
  const share = (of: typeof judged, fits: (one: (typeof judged)[number]) => boolean) =>
    of.filter(fits).length / of.length;

  test('are at least 400, half of them hard, and none stands twice', () => {
    expect(judged.length).toBeGreaterThanOrEqual(400);
    expect(share(judged, ({hard}) => hard)).toBeGreaterThanOrEqual(0.5);
    expect(new Set(judged.map((pair) => pair.names.map(identity).sort().join('\n'))).size).toBe(
      judged.length,
    );
  });

  test('say of the rules what the documents tell', () => {
    const merged = judged.filter((pair) => pair.merged);
    expect({
      pairs: judged.length,
      hard: judged.filter(({hard}) => hard).length,
      same: judged.filter(({same}) => same).length,
      merged: merged.length,
      right: merged.filter(({same}) => same).length,
    }).toEqual(MEASURED);
  });

  test('precision is at least 0.99', () => {
    const merged = judged.filter((pair) => pair.merged);
    expect(merged.length).toBeGreaterThan(150);
    expect(merged.filter(({same}) => !same).map((pair) => pair.names.map(({name}) => name))).toEqual([]);
    expect(share(merged, ({same}) => same)).toBeGreaterThanOrEqual(0.99);
  });

  test('recall is at least 0.85, and what is missed are unlike names', () => {
    const same = judged.filter((pair) => pair.same);
    expect(share(same, ({merged}) => merged)).toBeGreaterThanOrEqual(0.85);
    const missed = same.filter(({merged}) => !merged).map(({kind}) => kind);
    expect(missed.filter((kind) => kind !== 'one organization under unlike names')).toEqual([
      'legal form, case, punctuation',
    ]);
  });
});

describe('merging', () => {
  const NUMBER = '812345676';

  test('tries the rules in order and names the weakest on the way', () => {
    const names = [
      published('Riverbend Wetland Society', {records: 9}),
      published('Riverbend Marsh Trust', {business_number: NUMBER}),
      published('RIVERBEND WETLAND SOCIETY', {business_number: NUMBER}),
      published('Riverbend Wetland Society | Société du marais'),
      published('Societe du Marais'),
      published('Old Marsh Club Inc. (now: Riverbend Wetland Society)'),
    ];
    expect(resolve(...names).map(({key, rule}) => [key, rule])).toEqual([
      ['bn812345676', 'own name'],
      ['bn812345676', 'legal name'],
      ['bn812345676', 'legal name'],
      ['bn812345676', 'legal name'],
      ['bn812345676', 'bilingual name'],
      ['bn812345676', 'published alias'],
    ]);
    expect(Object.keys(LINK_RULES)).toEqual([
      'own name',
      'business number',
      'legal name',
      'bilingual name',
      'published alias',
    ]);
  });

  test('a business number alone is enough', () => {
    const one = published('Alder Kitchen', {business_number: NUMBER, records: 2});
    const [, other] = resolve(one, published('Cuisine de l’aulne', {business_number: NUMBER}));
    expect(other).toMatchObject({key: 'bn812345676', rule: 'business number', refused: null});
  });

  test('two business numbers are never joined, and a name without one goes to neither', () => {
    const [a, b, c] = resolve(
      published('Harvest Meals', {business_number: '820000016'}),
      published('Harvest Meals', {business_number: '820000024'}),
      published('Harvest Meals Inc.'),
    );
    expect([a!.key, b!.key, c!.key]).toEqual(['bn820000016', 'bn820000024', 'harvest-meals']);
    expect(c!.refused).toBe('two business numbers');
  });

  test('bodies of places and firms of one word and a trade are told apart by province', () => {
    const church = (province: string | null) => published('Holy Trinity Church', {province});
    expect(groups(church('ON'), church('MB'), church(null))).toHaveLength(3);
    expect(groups(church('ON'), church(null))).toHaveLength(1);
    expect(
      groups(
        published('Apex Construction Ltd.', {province: 'AB'}),
        published('Apex Construction', {province: 'NS'}),
      ),
    ).toHaveLength(2);
    expect(
      groups(published('Bell Canada', {province: 'AB'}), published('Bell Canada', {province: 'QC'})),
    ).toHaveLength(1);
  });

  test('a national body has no province, its branches do', () => {
    const society = (province: string) => published('Canadian Tern Heritage Society', {province});
    expect(groups(society('ON'), society('AB'))).toHaveLength(1);
    const branch = (province: string) => published('Royal Canadian Legion, Branch 40', {province});
    expect(groups(branch('ON'), branch('AB'))).toHaveLength(2);
  });

  test('a partnership is no company, and a company abroad none of Canada', () => {
    expect(groups('Deloitte LLP', 'Deloitte Inc.')).toHaveLength(2);
    expect(groups('Deloitte LLP', 'Deloitte')).toHaveLength(1);
    expect(groups('Lantern Ridge S.A.', 'Lantern Ridge Inc.')).toHaveLength(2);
    expect(groups('Lantern Ridge S.A.', 'Lantern Ridge')).toHaveLength(1);
  });

  test('firms with other legal forms in two provinces are two; those that say less join one of them or none', () => {
    const firm = (form: string, province: string | null) =>
      published(`Tern Ridge Engineering${form}`, {province});
    expect(groups(firm(' Ltd.', 'BC'), firm(' Inc.', 'NS'))).toHaveLength(2);
    expect(groups(firm(' Ltd.', 'BC'), firm(' Limited', 'NS'))).toHaveLength(1);
    expect(groups(firm(' Ltd.', 'BC'), firm(' Inc.', 'BC'), firm(' Inc.', 'NS'))).toHaveLength(1);
    expect(groups(firm(' Ltd.', 'BC'), firm(' Inc.', null))).toHaveLength(1);
    expect(
      groups(
        firm(' Ltd.', 'BC'),
        firm('', 'BC'),
        firm(' Inc.', 'NS'),
        firm(' Inc.', null),
        firm('', null),
        firm(' ', null),
      ),
    ).toEqual([
      ['Tern Ridge Engineering Ltd.', 'Tern Ridge Engineering'],
      ['Tern Ridge Engineering Inc.', 'Tern Ridge Engineering Inc.'],
      ['Tern Ridge Engineering', 'Tern Ridge Engineering '],
    ]);
    expect(resolve(firm(' Ltd.', 'BC'), firm(' Inc.', 'NS')).map(({key, refused}) => [key, refused])).toEqual(
      [
        ['tern-ridge-engineering--bc', 'two provinces'],
        ['tern-ridge-engineering--ns', 'two provinces'],
      ],
    );
  });

  test('halves are two partners where both stand alone and nothing shows a translation', () => {
    const [college, society] = ['Ternhill College', 'Société des Sternes'];
    expect(groups(`${college} | ${society}`, college)).toHaveLength(1);
    expect(groups(`${college} | ${society}`, college, society)).toHaveLength(3);
    expect(
      resolve(published(`${college} | ${society}`), published(college), published(society))[0],
    ).toMatchObject({
      key: 'ternhill-college-societe-des-sternes',
      refused: 'two partners',
    });
    expect(groups(`${college} | Gull Institute`, college, 'Gull Institute')).toHaveLength(3);
    expect(groups(`${college} | Collège Ternhill`, college, 'Collège Ternhill')).toHaveLength(1);
    expect(groups(`${college} | Collège de Ternhill`, college, 'Collège de Ternhill')).toHaveLength(1);
  });

  test('an alias that several give joins none of them', () => {
    expect(
      groups('1550001 Ontario Inc. o/a Tim Hortons', '1550002 Ontario Inc. o/a Tim Hortons', 'Tim Hortons'),
    ).toHaveLength(3);
    expect(groups('1550001 Ontario Inc. o/a Tim Hortons', 'Tim Hortons')).toHaveLength(1);
  });

  test('names that records translate in several ways are not joined by it', () => {
    const client = (other: string) => published('Wool Union', {translations: [other], province: other});
    expect(groups(client('Union de la laine'), 'Union de la laine')).toHaveLength(1);
    expect(
      groups(
        client('Union de la laine'),
        client('Syndicat du lait'),
        'Union de la laine',
        'Syndicat du lait',
      ),
    ).toHaveLength(3);
  });

  test('a number with a wrong check digit, or of one digit, is nobody’s', () => {
    for (const number of ['812345678', '123456789', '000000000', '111111111'])
      expect(
        groups(
          published('Alder Kitchen', {business_number: number}),
          published('Birch Theatre', {business_number: number}),
        ),
      ).toHaveLength(2);
    const [one] = resolve(published('Alder Kitchen', {business_number: '812345678'}));
    expect(one).toMatchObject({key: 'alder-kitchen', refused: 'number of nobody'});
  });

  describe('a number in few records of a name', () => {
    const OTHER = '704118231';
    const arts = (records: number, business_number: string | null, province: string | null = 'NS') =>
      published('Tern Arts Council', {records, business_number, province});
    const society = (records: number) =>
      published('Riverbend Wetland Society', {records, business_number: NUMBER, province: 'MB'});

    test('gives way to the usual one of the name', () => {
      expect(groups(society(9), arts(38, OTHER), arts(2, NUMBER))).toEqual([
        ['Riverbend Wetland Society'],
        ['Tern Arts Council', 'Tern Arts Council'],
      ]);
      expect(groups(society(9), arts(37, OTHER), arts(2, NUMBER))).toHaveLength(2);
      expect(resolve(society(9), arts(38, OTHER), arts(2, NUMBER))[2]).toMatchObject({
        key: `bn${OTHER}`,
        refused: 'rare number',
      });
    });

    test('gives way to the other organization whose usual number it is', () => {
      expect(groups(society(9), arts(190, null), arts(10, NUMBER))).toHaveLength(2);
      expect(groups(society(9), arts(190, null, null), arts(10, NUMBER))).toHaveLength(2);
      expect(groups(arts(190, null), arts(1, NUMBER))).toHaveLength(1);
    });

    test('stays where the names are one within the other, and where another province has the usual one', () => {
      const program = published('Tern Arts Council - Gallery Program', {business_number: NUMBER, records: 5});
      expect(groups(program, arts(190, null), arts(10, NUMBER))).toHaveLength(1);
      expect(groups(arts(100, OTHER), arts(3, NUMBER, 'BC'))).toHaveLength(2);
    });
  });

  test('a number under too many names identifies none', () => {
    const under = (count: number) =>
      Array.from({length: count}, (_, i) => published(`Body ${i} of Lakes`, {business_number: NUMBER}));
    expect(groups(...under(MOST_NAMES_OF_NUMBER))).toHaveLength(1);
    expect(groups(...under(MOST_NAMES_OF_NUMBER + 1))).toHaveLength(MOST_NAMES_OF_NUMBER + 1);
  });

  const NAME = fc.record({
    name: fc.constantFrom(
      'Acme Tools',
      'ACME TOOLS INC.',
      'Acme Tools Ltd.',
      'Acme Tools LLP',
      'Acme Tools S.A.',
      'Acme Tools / Ajax',
      'Acme Tools | Ajax',
      'Outils Acme',
      'Acme Tools | Outils Acme',
      'Ajax Ltd. dba Acme Tools',
      'Ajax',
      'Holy Trinity Church',
      'Owner',
      '1234567 Ontario Inc.',
      '1234567 Ontario Ltd o/a Ajax Works',
      'Ajax Works',
    ),
    business_number: fc.constantFrom(null, null, '800000010', '800000028'),
    province: fc.constantFrom(null, 'ON', 'QC'),
    records: fc.integer({min: 1, max: 3}),
  });

  test('does not depend on the order of names, and keeps what may not be joined apart', () => {
    const distinct = fc.uniqueArray(NAME, {
      maxLength: 12,
      selector: ({name, business_number, province}) => `${name}|${business_number}|${province}`,
    });
    fc.assert(
      fc.property(distinct, fc.infiniteStream(fc.nat()), (given, order) => {
        const names = given.map(({name, ...more}) => published(name, more));
        const shuffled = names
          .map((one) => ({one, at: order.next().value as number}))
          .sort((a, b) => a.at - b.at)
          .map(({one}) => one);
        const answer = new Map(resolve(...shuffled).map((one, i) => [shuffled[i]!, one]));
        const resolved = resolve(...names);
        expect(names.map((one) => answer.get(one))).toEqual(resolved);
        const members = Map.groupBy(names.keys(), (i) => resolved[i]!.key);
        for (const [key, of] of members) {
          const numbers = new Set(of.flatMap((i) => names[i]!.business_number ?? []));
          if (key === null) expect(of.every((i) => names[i]!.name === 'Owner')).toBe(true);
          else expect(numbers.size).toBeLessThan(2);
        }
        // A business number has one organization.
        const byNumber = Map.groupBy(names.keys(), (i) => names[i]!.business_number);
        for (const [number, of] of byNumber)
          if (number !== null)
            expect(new Set(of.flatMap((i) => resolved[i]!.key ?? [])).size).toBeLessThan(2);
      }),
    );
  });
});
