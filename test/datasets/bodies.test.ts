/**
 * Public bodies: the table is without doubles, and texts of people and of files find the body that they mean.
 */
import {describe, expect, test} from 'vitest';
import {acronymsOf, BODIES, namesOf} from '../../datasets/codes/bodies.ts';
import {DEPARTMENTS} from '../../datasets/codes/departments.ts';
import {bodiesMatching, bodyOf} from '../../datasets/rules/bodies.ts';
import {fold} from '../../datasets/rules/text.ts';
import {INSTITUTIONS as LOBBIED} from '../corpus/lobbying/institutions.ts';
import {INSTITUTIONS, title} from '../corpus/vocabulary/institutions.ts';

/** Acronyms that several bodies have. A person who types one finds all; none of them is an error. */
const SHARED: Record<string, {keys: string[]; reason: string}> = {
  asc: {
    keys: ['csa-asc', 'casdo-ocena'],
    reason: 'French of the space agency, English of the standards body',
  },
  boc: {keys: ['bc', 'oto-boc'], reason: 'English of the bank, French of the taxpayers’ ombudsperson'},
  caf: {keys: ['caf-facdnd', 'fca-caf'], reason: 'English of the armed forces, French of the court'},
  ccg: {keys: ['cgc-ccg', 'ccg-gcc'], reason: 'French of the grain commission, English of the coast guard'},
  ccn: {keys: ['ncc-ccn', 'scc-ccn'], reason: 'French of both'},
  cdc: {keys: ['cdc-ccl', 'dcc-cdc'], reason: 'English of the dairy commission, French of the builder'},
  cpc: {keys: ['cpc-cpp', 'cpc-scp'], reason: 'former one of the complaints commission, English of the post'},
  csc: {keys: ['csc-scc', 'scc-csc'], reason: 'English of the prisons, French of the supreme court'},
  ct: {keys: ['ct-tc', 'tb-ct'], reason: 'English of the tribunal, French of the Treasury Board'},
  fac: {keys: ['caf-facdnd', 'fcc-fac'], reason: 'French of both'},
  mrc: {keys: ['cihr-irsc', 'mint-monnaie'], reason: 'former one of health research, French of the mint'},
  scc: {
    keys: ['csc-scc', 'scc-ccn', 'scc-csc'],
    reason: 'French of the prisons, English of the standards council and of the supreme court',
  },
  sct: {keys: ['sct-trp', 'tbs-sct'], reason: 'English of the tribunal, French of the secretariat'},
  tc: {keys: ['tc', 'ct-tc'], reason: 'both languages of Transport, French of the tribunal'},
};

/** Folded text -> keys of the bodies that have it, where there are several. */
function doubles(textsOf: (body: (typeof BODIES)[number]) => string[]): Record<string, string[]> {
  const pairs = BODIES.flatMap((body) =>
    [...new Set(textsOf(body).map(fold))].map((text) => ({text, key: body.key})),
  );
  const groups = [...Map.groupBy(pairs, ({text}) => text)].filter(([, same]) => same.length > 1);
  return Object.fromEntries(groups.map(([text, same]) => [text, same.map(({key}) => key)]));
}

const keysFor = (text: string): string[] => bodiesMatching(text).map(({key}) => key);
const keyOf = (name: string): string | null => bodyOf(name)?.key ?? null;

describe('the table', () => {
  test('has at least 150 bodies, each with a key of its own', () => {
    expect(BODIES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(BODIES.map(({key}) => key)).size).toBe(BODIES.length);
    expect(DEPARTMENTS.every((one) => BODIES.includes(one))).toBe(true);
  });

  test('has no name of two bodies, and no name that is the acronym of another', () => {
    expect(doubles(namesOf)).toEqual({});
    const acronyms = new Map(BODIES.flatMap((body) => acronymsOf(body).map((text) => [fold(text), body])));
    const wrong = BODIES.flatMap((body) => namesOf(body).map((name) => ({name, body}))).filter(
      ({name, body}) => acronyms.has(fold(name)) && acronyms.get(fold(name)) !== body,
    );
    expect(wrong).toEqual([]);
  });

  test('has no acronym of two bodies but those listed', () => {
    const shared = Object.entries(SHARED).map(([text, {keys}]) => [text, keys]);
    expect(doubles(acronymsOf)).toEqual(Object.fromEntries(shared));
  });

  test('is written without blanks and empty names', () => {
    const texts = BODIES.flatMap((body) => [body.key, ...namesOf(body), ...acronymsOf(body)]);
    expect(texts.filter((text) => text === '' || text !== text.trim() || /[|~]| {2}/.test(text))).toEqual([]);
  });

  test('gives every department an acronym in both languages', () => {
    const lacking = DEPARTMENTS.filter(({acronyms: {en, fr}}) => en.length === 0 || fr.length === 0);
    expect(lacking.map(({key}) => key)).toEqual([]);
  });
});

describe('bodies that a text finds', () => {
  test.each(['RCMP', 'rcmp', 'GRC', ' grc '])(
    '%s: the police by acronym, the commissions by name',
    (text) => {
      expect(keysFor(text)).toEqual(['cpc-cpp', 'rcmp-grc', 'erc-cee']);
      const [commission, police] = bodiesMatching(text);
      expect(acronymsOf(police!).map(fold)).toContain(fold(text));
      expect(acronymsOf(commission!).map(fold)).not.toContain(fold(text));
    },
  );

  test.each<[text: string, key: string]>([
    ['ISED', 'ic'],
    ['ISDE', 'ic'],
    ['IRCC', 'cic'],
    ['CIC', 'cic'],
    ['INAC', 'aandc-aadnc'],
    ['RCAANC', 'aandc-aadnc'],
    ['PWGSC', 'pwgsc-tpsgc'],
    ['TPSGC', 'pwgsc-tpsgc'],
    ['HRSDC', 'esdc-edsc'],
    ['DFATD', 'dfatd-maecd'],
    ['AMC', 'dfatd-maecd'],
    ['PMO', 'pmo-cpm'],
    ['CPM', 'pmo-cpm'],
    ['UQAM', 'uqam'],
    ['UBC', 'ubc'],
    ['téluq', 'teluq'],
    ['National Defence (DND)', 'dnd-mdn'],
    ['pêches et océans', 'dfo-mpo'],
    ['PECHES ET OCEANS', 'dfo-mpo'],
    ['changement climatique', 'ec'],
    ['chambre des communes', 'hoc-cdc'],
    ['Conseil de recherches médicales', 'cihr-irsc'],
  ])('%s', (text, key) => {
    expect(keysFor(text)).toEqual([key]);
  });

  test('an acronym of several gives all of them', () => {
    for (const [text, {keys}] of Object.entries(SHARED))
      expect(keysFor(text)).toEqual(expect.arrayContaining(keys));
  });

  test('an acronym is found as a whole only, a name by any part', () => {
    expect(keysFor('RCM')).not.toContain('rcmp-grc');
    // No Space agency.
    expect(keysFor('SPAC')).toEqual(['pwgsc-tpsgc']);
    expect(keysFor('space')).toEqual(['csa-asc']);
    expect(keysFor('IC')).toEqual(['ic']);
    expect(keysFor('NSER')).toEqual([]);
  });
});

describe('the body that a published name means', () => {
  test.each<[name: string, key: string | null]>([
    ['National Defence | Défense nationale', 'dnd-mdn'],
    ['National Defence (DND) | Défense nationale (MDN)', 'dnd-mdn'],
    ['défense NATIONALE', 'dnd-mdn'],
    ['Department of National Defence', 'dnd-mdn'],
    ['National Defence (DND) ', 'dnd-mdn'],
    ['Federal Economic Development Agency for Southern Ontario (FedDev) ', 'feddevontario'],
    ['Ministère des Pêches et des Océans (MPO)', 'dfo-mpo'],
    ['Canada Energy Regulator | La Régie de l’énergie du Canada', 'cer-rec'],
    ['Tribunal des anciens combattants (révision et appel)', 'vrab-tacra'],
    ['Human Resources Development Canada (HRDC)', 'esdc-edsc'],
    ['Université du Québec à Montréal', 'uqam'],
    // An acronym that no body of the table has.
    ['Health Canada (HCXX)', 'hc-sc'],
    // Those of other bodies, of places and of nothing.
    ['Health Canada (DND)', null],
    ['Health Canada (Halifax)', null],
    ['Health Canada (Atlantic Region)', null],
    ['Health Canada ()', null],
    ['Somebody Unknown (DND)', null],
    // Halves that mean two bodies, or one that means none.
    ['Health Canada | Défense nationale', null],
    ['Health Canada | Santé Quelque Part', null],
    ['Health Canada | Santé Canada | Santé Canada', null],
    ['Health Canada | ', null],
    ['Health Canada / Department of Finance', null],
    // A part of a name and an acronym are no names.
    ['Defence', null],
    ['DND', null],
    ['CSC', null],
  ])('%s', (name, key) => {
    expect(keyOf(name)).toBe(key);
  });

  test('every name of the table means its body, alone, as a pair and with an acronym, and is found', () => {
    for (const body of BODIES) {
      const spelled = [
        `${body.en} | ${body.fr}`,
        ...acronymsOf(body).map((acronym) => `${body.en} (${acronym})`),
      ];
      for (const name of [...namesOf(body), ...spelled]) {
        expect(bodyOf(name), name).toBe(body);
        expect(bodiesMatching(name), name).toContain(body);
      }
      for (const acronym of acronymsOf(body)) expect(bodiesMatching(acronym), acronym).toContain(body);
    }
  });

  test('every institution of the synthetic corpus is found, under each of its titles', () => {
    const titles = INSTITUTIONS.flatMap((one) => [title(one), ...Object.values(one.legal ?? {})]);
    expect([...titles, ...LOBBIED].filter((name) => bodyOf(name) === null)).toEqual([]);
    expect(INSTITUTIONS.filter((one) => keyOf(title(one)) !== one.code)).toEqual([]);
  });
});

test.each([
  '',
  ' ',
  '\t',
  '|',
  ' | ',
  '()',
  '(DND)',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
])('nothing for "%s"', (text) => {
  expect(bodyOf(text)).toBeNull();
  expect(bodiesMatching(text)).toEqual([]);
});
