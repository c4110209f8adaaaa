/** Synthetic people of both publishers, with their committees, communications and bills, for profiles. */
import type {Json} from '../../datasets/types.ts';

export type Row = Record<string, Json>;

const spell = (from_date: string, to_date: string | null, more: Row): Row => ({from_date, to_date, ...more});
const seat = (from: string, to: string | null, riding: string, province = 'NS', party = 'Liberal') =>
  spell(from, to, {riding, province, party});
const member = (person_id: string, name: string, mandates: Row[], more: Row = {}): Row => ({
  person_id,
  name,
  name_forms: [name],
  mandates,
  source_url: `https://www.ourcommons.ca/members/en/${person_id}`,
  ...more,
});
const role = (role_id: number, from: string, to: string | null, organization: string, more: Row = {}) =>
  spell(from, to, {role_id, organization, role: null, kind: null, province: null, party: null, ...more});
const person = (
  library_id: string,
  house_id: string | null,
  name: string,
  roles: Row[],
  more: Row = {},
): Row => ({
  library_id,
  house_id,
  name,
  name_forms: [name],
  is_member: false,
  is_senator: false,
  roles,
  source_url: `https://lop.parl.ca/${library_id}`,
  ...more,
});

export const MEMBERS: Row[] = [
  member(
    '104682',
    'Maren Côté-Lindqvist',
    [seat('2021-09-20', '2025-03-23', 'Harbour—Northline'), seat('2025-04-28', null, 'Harbour—Northline')],
    {
      image_url: 'https://example.org/maren.jpg',
      caucus_roles: [
        spell('2021-09-20', '2023-04-02', {party: 'Liberal'}),
        spell('2023-04-03', '2025-03-23', {party: 'Independent'}),
        spell('2025-04-28', null, {party: 'Independent'}),
      ],
      candidacies: [
        {
          date: '2021-09-20',
          type: 'General Election',
          riding: 'Harbour—Northline',
          province: null,
          party: 'Liberal Party of Canada',
          result: 'Elected',
        },
        {
          date: '2025-04-28',
          type: 'General Election',
          riding: 'Harbour—Northline',
          province: 'NS',
          party: null,
          result: 'Elected',
        },
      ],
      committee_roles: [
        spell('2022-01-31', null, {
          session_id: '44-1',
          role: 'Vice-Chair',
          committee: 'Fisheries and Oceans',
        }),
        spell('2021-12-09', '2022-01-31', {
          session_id: '44-1',
          role: 'Member',
          committee: 'Fisheries and Oceans',
        }),
        spell('2005-01-01', null, {session_id: '38-1', role: 'Member', committee: 'Industry'}),
        spell('2021-12-09', null, {
          session_id: '44-1',
          role: 'Member',
          committee: 'Special Committee on Tides',
        }),
        spell('2020-10-09', null, {session_id: '43-2', role: 'Member', committee: 'Fisheries and Oceans'}),
      ],
    },
  ),
  // A capture of 2018 says that the mandate lasts.
  member('500', 'Thomas Okafor', [seat('2015-10-19', null, 'Halton Ridge', 'ON')]),
  member('400', 'Thomas Okafor', [seat('2025-04-28', null, "St. Brigid's", 'QC', 'Bloc Québécois')]),
  member('600', 'Joël D. Roy', [seat('2008-10-14', '2011-05-01', 'Gull Bay')]),
  member('601', 'Ines Nadeau', [seat('2008-10-14', '2011-05-01', 'Cape Tide')]),
];

export const LIBRARY: Row[] = [
  person(
    '21345',
    '104682',
    'Maren Côté-Lindqvist',
    [
      role(719, '2019-02-25', null, 'Harbour—Northline', {province: 'NS'}),
      role(722, '2019-02-25', '2023-04-02', 'Liberal Party of Canada', {party: 'Liberal'}),
      role(722, '2001-01-01', '2009-01-01', 'Liberal Party', {kind: 'Provincial Party'}),
    ],
    {
      name_forms: ['Maren Côté-Lindqvist', 'Maren Sigrid Côté-Lindqvist', 'Maren CÔTÉ-LINDQVIST'],
      elections: [
        {
          date: '2021-09-20',
          riding: 'Harbour—Northline',
          province: null,
          party: 'Liberal',
          votes: 20417,
          result: 'Elected',
        },
        {
          date: '2015-10-19',
          riding: 'Gull Bay',
          province: 'NS',
          party: 'Liberal Party of Canada',
          votes: null,
          result: 'Defeated',
        },
      ],
      committees: [
        {
          session_id: '43-1',
          role: 'Member',
          committee: 'Standing Committee on Fisheries and Oceans',
          chamber: 'House of Commons',
        },
        {
          session_id: '44-1',
          role: 'Member',
          committee: 'Standing Committee on Fisheries and Oceans',
          chamber: 'House of Commons',
        },
      ],
    },
  ),
  // The same number again: somebody else.
  person('21346', '104682', 'Maren Lindqvist', []),
  // No number: the name without the initial, the riding with two hyphens made one, days that overlap.
  person('300', null, 'Joël Roy', [role(719, '2008-10-14', '2011-05-01', 'Gull Bay')], {is_member: true}),
  // Two of one name, riding and time: neither is linked to the member.
  person('301', null, 'Ines Nadeau', [role(719, '2008-10-14', '2011-05-01', 'Cape Tide')]),
  person('302', null, 'Ines Nadeau', [role(719, '2010-01-01', '2011-05-01', 'Cape Tide')]),
  person(
    '303',
    null,
    'Ngozi Ekwueme',
    [
      role(719, '1993-10-25', '1997-04-27', 'Halton Ridge', {province: 'ON'}),
      role(718, '2018-06-15', null, 'Halton', {province: 'ON'}),
      role(722, '1993-10-25', '1997-04-27', 'Reform', {party: 'Reform Party of Canada'}),
      role(722, '2018-06-15', null, 'Senate', {party: 'Independent Senators Group'}),
    ],
    {is_senator: true},
  ),
  // A number that the House does not list.
  person('304', '77', 'Angus Thorne', [role(719, '1988-11-21', '1993-09-08', 'Gull Bay')]),
  person('305', null, '(…)', []),
];

const committee = (slug: string, name_en: string, sessions: [string, string][]): Row => ({
  id: slug.length,
  name_en,
  acronym: slug.slice(0, 4).toUpperCase(),
  slug,
  sessions: sessions.map(([session_id, name]) => ({session_id, name_en: name})),
});
export const COMMITTEES = [
  committee('fisheries-and-oceans', 'Fisheries and Oceans', [
    ['43-2', 'Fisheries and Oceans'],
    ['44-1', 'Fisheries and Oceans'],
  ]),
  committee('industry-and-technology', 'Industry and Technology', [['38-1', 'Industry']]),
];

const OFFICIAL = {title: null, branch: null, institution: 'House of Commons'};
export const named = (...slugs: (string | null)[]): Row[] =>
  slugs.map((politician_slug) => ({...OFFICIAL, name: 'Maren', politician_slug}));
export const COMMUNICATIONS = Array.from({length: 12}, (_, n) => ({
  com_id: String(100 + n),
  date: n === 11 ? null : `2024-01-${String((n % 10) + 1).padStart(2, '0')}`,
  client: 'Northline Surveying Inc.',
  institution: 'House of Commons',
  subjects: 'Tides',
}));

export const BILLS = [
  {
    bill_id: '44-1/C-9',
    session_id: '44-1',
    number: 'C-9',
    name_en: 'An Act respecting harbours',
    status_code: 'ROYAL_ASSENT',
    introduced: '2022-02-02',
  },
  {
    bill_id: '44-1/C-10',
    session_id: '44-1',
    number: 'C-10',
    name_en: 'An Act respecting tides',
    status_code: 'NOT_ACTIVE',
    introduced: '2022-02-02',
  },
  {
    bill_id: '45-1/C-2',
    session_id: '45-1',
    number: 'C-2',
    name_en: 'An Act respecting gulls',
    status_code: 'UNKNOWN',
    introduced: null,
  },
];
