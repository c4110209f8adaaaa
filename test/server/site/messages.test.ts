/** The catalogues of messages are complete, and the translator chooses plural forms. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {DATASETS} from '../../../datasets/index.ts';
import en from '../../../server/site/messages/en.json' with {type: 'json'};
import fr from '../../../server/site/messages/fr.json' with {type: 'json'};
import {messagesOf, TRANSLATE} from '../../../server/site/messages.ts';
import {catalogueFaults} from '../../helpers/catalogue_faults.ts';

const SERVER = fileURLToPath(new URL('../../../server', import.meta.url));

const SOURCES = readdirSync(SERVER, {recursive: true, encoding: 'utf8'})
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(SERVER, file), 'utf8'))
  .join('\n');

test('both catalogues have every message, with all forms and the same placeholders, and each is used', () => {
  expect(catalogueFaults({en, fr}, SOURCES)).toEqual([]);
});

test('an incomplete catalogue fails with its file and key', () => {
  const complete = {
    en: {list: {total: {one: '{n} record', other: '{n} records'}, empty: 'No records of “{what}”'}},
    fr: {
      list: {total: {one: '{n} fiche', other: '{n} fiches'}, empty: 'Aucune fiche de «\u00a0{what}\u00a0»'},
    },
  };
  const sources = "t('list.total') + t(`list.empty`) + t('list.empty')";
  const faultsOf = (messages: object, language: 'en' | 'fr' = 'fr') => {
    const list = {...complete[language].list, ...messages};
    // A message that is undefined is not in the file.
    return catalogueFaults({...complete, [language]: JSON.parse(JSON.stringify({list}))}, sources);
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({total: {one: '{n} fiche', other: '{n} fiches', many: '{n} de fiches'}})).toEqual([]);
  expect(faultsOf({empty: undefined})).toEqual(['fr.json: list.empty is missing']);
  expect(faultsOf({more: 'Plus'})).toEqual(['fr.json: list.more is not in en.json']);
  expect(faultsOf({more: 'More'}, 'en')).toEqual([
    'fr.json: list.more is missing',
    'en.json: list.more is used by no source',
  ]);
  expect(faultsOf({total: {other: '{n} fiches'}})).toEqual(['fr.json: list.total lacks the form one']);
  expect(faultsOf({total: {one: '{n} fiche'}})).toEqual(['fr.json: list.total lacks the form other']);
  expect(faultsOf({total: {one: '1 fiche', other: '{n} fiches'}})).toEqual([
    'fr.json: list.total has the placeholders "", not "{n}"',
  ]);
  expect(faultsOf({total: {one: '', other: '{n} fiches'}})).toEqual([
    'fr.json: list.total is empty in the form one',
    'fr.json: list.total has the placeholders "", not "{n}"',
  ]);
  expect(faultsOf({total: {one: '{n} fiche', two: '{n} fiches', other: '{n} fiches'}})).toEqual([
    'fr.json: list.total has the form two, which no number takes',
  ]);
  expect(faultsOf({total: '{n} fiches'})).toEqual([
    'fr.json: list.total has plural forms in one language alone',
  ]);
  expect(faultsOf({empty: 'Aucune fiche de {quoi}'})).toEqual([
    'fr.json: list.empty has the placeholders "{quoi}", not "{what}"',
  ]);
  expect(faultsOf({empty: 'Aucune fiche de {what}, {'})).toEqual([
    'fr.json: list.empty has half a placeholder',
  ]);
  expect(faultsOf({empty: "Rien d'autre que {what}"})).toEqual([
    'fr.json: list.empty has a straight apostrophe or quote',
  ]);
  expect(faultsOf({empty: 'Aucune fiche : {what} '})).toEqual([
    'fr.json: list.empty begins or ends with a blank',
    'fr.json: list.empty has a blank that may break: write \\u00a0',
  ]);
});

test('messages that values of the data name are of values that there are', () => {
  const groups = new Set(Object.values(DATASETS).flatMap(({stats}) => Object.keys(stats?.groups ?? {})));
  expect(Object.keys(en.groupings).filter((group) => !groups.has(group))).toEqual([]);
});

test('a number chooses the form of its language, and is written as that language writes numbers', () => {
  const total = (language: 'en' | 'fr') =>
    [0, 1, 2, 1_000_000].map((n) => TRANSLATE[language]('list.total', {n}));
  expect(total('en')).toEqual(['0 records', '1 record', '2 records', '1,000,000 records']);
  // Zero is singular in French, and millions have no form of their own here.
  expect(total('fr')).toEqual(['0 fiche', '1 fiche', '2 fiches', '1\u00a0000\u00a0000 fiches']);
  expect(TRANSLATE.en('map.in_circle', {n: 1, metres: 2500})).toBe('1 permit within 2,500 m');
});

test('a label of the data is translated as a message is', () => {
  expect(TRANSLATE.fr({en: 'Day', fr: 'Jour'})).toBe('Jour');
  expect(TRANSLATE.fr({en: '{a}', fr: '{a} et {b}'}, {a: '{b}', b: 1000})).toBe('{b} et 1\u00a0000');
});

test('a missing part is an error that names the message', () => {
  expect(() => TRANSLATE.fr('list.total')).toThrow('the text "list.total" lacks its part n');
  expect(() => TRANSLATE.fr('hints.nearest')).toThrow('the text "hints.nearest" lacks its part n');
  expect(() => TRANSLATE.en('list.total', {count: 1})).toThrow('lacks its part n');
  expect(() => TRANSLATE.en({en: '{a}', fr: '{a}'})).toThrow('the text "{a}" lacks its part a');
});

/** Words that both languages share, and names. */
const SAME = [
  'API',
  'Action',
  'CSV',
  'Centre (latitude, longitude)',
  'Client',
  'Code',
  'Contributions',
  'GeoJSON',
  'Latitude',
  'Licence',
  'Lobbying',
  'Longitude',
  'Message',
  'Messages',
  'NDJSON',
  'OpenAPI 3.1',
  'Page',
  'Pages',
  'Pro',
  'Sections',
  'Source',
  'Sources',
  'Suggestions',
  'Total',
  'Type',
  'Zone',
  'Zone {code}{description} ({city})',
  'Zone {zone}',
  'Zones',
  '{what} ({n})',
];

test('no message says the same in both languages but words that they share', () => {
  const same = [...messagesOf('en')]
    .filter(([key, text]) => text === messagesOf('fr').get(key))
    .map(([, text]) => text);
  expect([...new Set(same)].toSorted()).toEqual(SAME);
});
