/** Names of public bodies in records, as the SQL of the build reads them: as `bodyOf` does, whatever the name. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {acronymsOf, BODIES, namesOf} from '../../datasets/codes/bodies.ts';
import {public_bodies, public_body_names} from '../../datasets/derived/public_bodies.ts';
import {DATASETS} from '../../datasets/index.ts';
import {bodyOf} from '../../datasets/rules/bodies.ts';
import {derive} from '../helpers/derived.ts';

/** Names that mean a body, mean none or are in doubt. */
const HARD = [
  'National Defence (DND) | Défense nationale (MDN)',
  'défense NATIONALE',
  'National Defence (DND) ',
  'Health Canada (HCXX)',
  'Health Canada (DND)',
  'Health Canada (Halifax)',
  'Health Canada (Atlantic Region)',
  'Health Canada (Halifax AB)',
  'Health Canada ()',
  'Health Canada | Défense nationale',
  'Health Canada | Santé Quelque Part',
  'Health Canada | Santé Canada | Santé Canada',
  'Health Canada | ',
  'Somebody Unknown (DND)',
  'Tribunal des anciens combattants (révision et appel)',
  'Defence',
  'DND',
  '100% "Other" Office, o’clock (été)',
];
const NAMES = [
  ...new Set([
    ...HARD,
    ...BODIES.flatMap((body) => [
      ...namesOf(body),
      `${body.en} | ${body.fr}`,
      ...acronymsOf(body).map((acronym) => `${body.fr} (${acronym})`),
      `${body.en} (DND)`,
    ]),
  ]),
];

let made: Awaited<ReturnType<typeof derive>>;
beforeAll(async () => {
  const TABLES =
    'contracts awards tenders grants nil_reports lobbying_registrations lobbying_communications research_grants';
  const rows: Record<string, Record<string, string | string[]>[]> = {
    contracts: NAMES.map((name, i) => ({record_id: `c_${i}`, department: name})),
    tenders: [{record_id: 't_1', department: 'Health Canada'}, {record_id: 't_2'}],
    lobbying_communications: [
      {com_id: '1', institutions: ['Health Canada', 'Health Canada', 'Santé Canada']},
      {com_id: '2', institutions: []},
    ],
    research_grants: [{record_id: 'r_1', institution: 'Health Canada'}],
  };
  const given = TABLES.split(' ').map((name) => ({declaration: DATASETS[name]!, rows: rows[name] ?? []}));
  made = await derive({given, entities: [public_body_names, public_bodies], as_of: '2026-11-28'});
});
afterAll(() => made?.close());

test('every name means the body that a search finds by it, or none', async () => {
  const rows = await made.rows('FROM public_body_names');
  expect(rows.map(({name}) => name).sort()).toEqual(NAMES.toSorted());
  const wrong = rows.filter(({name, body_key}) => body_key !== (bodyOf(String(name))?.key ?? null));
  expect(wrong).toEqual([]);
  expect(rows.filter(({body_key}) => body_key === null).length).toBeGreaterThan(10);
  expect(rows.filter(({name, name_key}) => name_key !== encodeURIComponent(String(name)))).toEqual([]);
});

test('records are counted by what the body is in them, each once for a name', async () => {
  const of = "FROM public_body_names WHERE name IN ('Health Canada', 'Santé Canada') ORDER BY name";
  expect(await made.rows(`SELECT * EXCLUDE (name_key, body_key) ${of}`)).toEqual([
    {name: 'Health Canada', department_count: 2, lobbied_count: 1, research_count: 1},
    {name: 'Santé Canada', department_count: 1, lobbied_count: 1, research_count: 0},
  ]);
  const [body] = await made.rows("FROM public_bodies WHERE body_key = 'hc-sc'");
  expect(body).toMatchObject({lobbied_count: 2, research_count: 1, acronyms_en: ['HC']});
});
