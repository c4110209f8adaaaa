/** Field functions for texts, names and lists, with every form of cell that publishers write. */
import {describe, test} from 'vitest';
import {WITHOUT_CONTACTS} from '../../../datasets/codes/contacts.ts';
import {STANDARD_SENTENCES} from '../../../datasets/codes/procurement.ts';
import {
  bilingual,
  department,
  extract,
  joinedLines,
  lines,
  matches,
  multiline,
  replace,
  split,
  text,
  vendorKey,
} from '../../../datasets/fields.ts';
import type {Field} from '../../../datasets/types.ts';
import {type Case, holds} from '../../helpers/fields.ts';

const NBSP = '\u00a0';
const BLANK = ['none', 'N/A', 'Sans objet'];

const FIELDS: Record<string, {field: Field; cases: Case[]}> = {
  text: {
    field: text('a', BLANK),
    cases: [
      ['', null],
      ['   ', null],
      [`${NBSP}\u2009\u3000`, null],
      ['None', null],
      ['  SANS   OBJET ', null],
      ['none of these', 'none of these'],
      [' Northline  Surveying\r\nInc. ', 'Northline Surveying Inc.'],
      [`Saint-Élie${NBSP} \u2028Géomatique`, 'Saint-Élie Géomatique'],
      ['E\u0301clair', 'Éclair'],
      ['\ufeffa', 'a'],
      ['100% _sure_', '100% _sure_'],
      ["l'œuvre ’ —", "l'œuvre ’ —"],
      ['😀 ok', '😀 ok'],
    ],
  },
  'text of several columns': {
    field: text(['a', 'b'], BLANK),
    cases: [
      [{a: 'x', b: 'y'}, 'x'],
      [{a: ' ', b: 'y'}, 'y'],
      [{a: 'n/a', b: 'y'}, 'y'],
      [{a: 'n/a', b: 'NONE'}, null],
    ],
  },
  'text in upper case': {field: {op: 'text', from: ['a'], blank: [], case: 'upper'}, cases: [['cad', 'CAD']]},
  'text in lower case': {field: {op: 'text', from: ['a'], blank: [], case: 'lower'}, cases: [['ÉÀ', 'éà']]},
  long: {
    field: multiline('a', BLANK),
    cases: [
      ['', null],
      ['\r\n \n', null],
      ['None', null],
      ['one', 'one'],
      ['one\r\n\r\ntwo\rthree\nfour', 'one\n\ntwo\nthree\nfour'],
      ['one\u2028two\u2029three', 'one\ntwo\nthree'],
      [`a ${NBSP} b\t\tc\u2009 d\ve`, 'a b c d e'],
      [`  one  \n${NBSP}two \n\n`, 'one\ntwo'],
      ['E\u0301', 'É'],
    ],
  },
  'text without contacts': {
    field: replace('a', WITHOUT_CONTACTS),
    cases: [
      ['Beam 7.29m@0.6m', 'Beam 7.29m@0.6m'],
      ['studs 2.4m@0.4m.Insulated', 'studs 2.4m@0.4m.Insulated'],
      ['joists @0.6m, 12@1.2.5', 'joists @0.6m, 12@1.2.5'],
      ['Ask maren.l+permits@harbour-works.example.', 'Ask [...].'],
      ['M@MAIL.3HARBOURS.CA/2', '[...]/2'],
      ['maren@163.com', '[...]'],
      ['maren@3harbours.co.uk', '[...]'],
      ['maren@harbour.e', '[...]'],
      ['call (604) 555-0143 or 604.555.0143', 'call [...] or [...]'],
      ['(604)555-0143, 6045550143, 604-5550143', '[...], [...], [...]'],
      ['604.5550143/604555-0143;604-555-0143P', '[...]/[...];[...]'],
      ['604–555–0143x12 or 1-604-555-0143 or +1 (604) 555-0143', '[...] or [...] or [...]'],
      ['(604-555-0143), (604 5550143)', '[...], [...]'],
      // Digits of other lengths, groups and beginnings are no telephone numbers.
      [
        '45 60455501430, 1045550143, 604 155 0143, BP6045550143',
        '45 60455501430, 1045550143, 604 155 0143, BP6045550143',
      ],
    ],
  },
  'long with character references and without contacts': {
    field: multiline('a', [], {references: true, changes: WITHOUT_CONTACTS}),
    cases: [
      ['caf&eacute; &amp; th&#233; &rsquo;s', 'café & thé ’s'],
      ['one&nbsp;\n\n&nbsp;two &unknown; R&D', 'one\n\ntwo &unknown; R&D'],
      ['Write to a.buyer@harbour.example\nor call 604-555-0142', 'Write to [...]\nor call [...]'],
      ['a.buyer&#64;harbour.example', '[...]'],
    ],
  },
  'text without standard sentences, of the first column that says more': {
    field: text(['a', 'b'], ['NA'], STANDARD_SENTENCES),
    cases: [
      ['This contract was competitively sourced.', null],
      ['This contract was sole-sourced.This contract includes one or more amendments', null],
      [{a: 'This contract is a multi-year contract.', b: 'Surveys'}, 'Surveys'],
      [{a: 'NA', b: 'This item contains one or more amendments. Surveys'}, 'Surveys'],
      ['Survey planThis contract was competitively sourced.', 'Survey plan'],
      ["Le présent marché a été adjugé dans le cadre d'un concours.", null],
      [
        'Ce contrat a été attribué de façon concurrentielle.Ce contrat comprend une ou plusieurs modifications.',
        null,
      ],
      ['Ce marche a ete adjuge dans le cadre d’un concours. Levés', 'Levés'],
      [
        'This contract includes one or more amendments for wharves',
        'This contract includes one or more amendments for wharves',
      ],
    ],
  },
  bilingual: {
    field: bilingual('a', 'b', BLANK),
    cases: [
      [{a: 'Health', b: ' Santé '}, 'Health | Santé'],
      [{a: 'Health', b: ''}, 'Health'],
      [{a: 'None', b: 'Santé'}, 'Santé'],
      [{a: 'Parks', b: 'Parks'}, 'Parks'],
      [{a: '', b: ''}, null],
    ],
  },
  'department by code or by both names': {
    field: department({code: 'a', both: 'b'}),
    cases: [
      [{a: 'hc-sc', b: 'Whatever | Autre'}, 'Health Canada | Santé Canada'],
      [{a: ' HC-SC ', b: ''}, 'Health Canada | Santé Canada'],
      [{a: 'org999', b: 'Health Canada | Santé Canada'}, 'Health Canada | Santé Canada'],
      [{a: 'org999', b: 'Invented Board  |  Conseil inventé '}, 'Invented Board | Conseil inventé'],
      [{a: 'org999', b: 'Invented Board'}, 'Invented Board'],
      [{a: 'org999', b: ''}, null],
      [{a: '', b: ' | '}, null],
    ],
  },
  'department by either name': {
    field: department({en: 'a', fr: 'b'}),
    cases: [
      [
        {a: 'Department of Fisheries and Oceans (DFO)', b: ' Ministère des Pêches et des Océans (MPO)'},
        'Fisheries and Oceans Canada | Pêches et Océans Canada',
      ],
      [{a: '', b: 'SANTE CANADA'}, 'Health Canada | Santé Canada'],
      [{a: 'Invented Board (IB)', b: ' Conseil inventé (CI)'}, 'Invented Board (IB) | Conseil inventé (CI)'],
      [{a: 'Not Applicable', b: 'Sans objet'}, null],
    ],
  },
  lines: {
    field: lines(['a', 'b'], BLANK),
    cases: [
      ['', []],
      ['*72102902\n*72102905', ['72102902', '72102905']],
      ['*Nova Scotia\r\n* New  Brunswick\r*Yukon', ['Nova Scotia', 'New Brunswick', 'Yukon']],
      [`${NBSP}*Ontario\n\n*`, ['Ontario']],
      ['single', ['single']],
      ['*B\n*A\n*B', ['B', 'A', 'B']],
      ['*None', []],
      [{a: ' ', b: '*x'}, ['x']],
      [{a: 'None', b: '*x'}, ['x']],
      [{a: '*y', b: '*x'}, ['y']],
    ],
  },
  'lines as one text': {
    field: joinedLines(['a', 'b'], BLANK),
    cases: [
      ['', null],
      ['*one\n*two', 'one, two'],
      ['plain', 'plain'],
      [{a: 'N/A', b: '*x'}, 'x'],
    ],
  },
  split: {
    field: split('a', ',', BLANK),
    cases: [
      ['', []],
      ['None', []],
      ['Ontario,Quebec', ['Ontario', 'Quebec']],
      [' Alberta ,, Yukon,', ['Alberta', 'Yukon']],
    ],
  },
  matches: {
    field: matches('a', /(?:^|, )([A-Z0-9]{2,8}):/),
    cases: [
      ['', []],
      ['nothing here', []],
      ['D302A: Services, R019BF: Human Resource Services, Business', ['D302A', 'R019BF']],
    ],
  },
  'vendor key': {
    field: vendorKey(['a', 'b'], BLANK),
    cases: [
      ['', null],
      ['None', null],
      ['Northline Surveying Inc.', 'northline surveying'],
      ['NORTHLINE  SURVEYING, INC', 'northline surveying'],
      ['Cedar & Sons Co. Ltd', 'cedar and sons'],
      ["D’Arcy O'Neil S.E.N.C.", 'darcy oneil senc'],
      ['Mesures Rive-Nord ltée', 'mesures rive nord'],
      ['Inc.', 'inc'],
      ['The Company Co', 'company'],
      ['9999-0001 Québec inc.', '99990001 quebec'],
      ['***', null],
      [{a: 'n/a', b: 'Alder Ltd'}, 'alder'],
    ],
  },
  'vendor key of a part': {
    field: {op: 'vendor_key', from: ['a'], blank: [], pattern: /^([^,]+)/},
    cases: [
      ['Alder Ltd., 1 Main St, Ottawa', 'alder'],
      [', Ottawa', null],
    ],
  },
  extract: {
    field: extract(['a', 'b'], /(\d{4}-\d{4}-Q[1-4])/),
    cases: [
      ['', null],
      ['C-2019-2020-Q4-00001', '2019-2020-Q4'],
      [{a: '', b: 'C-2019-2020-Q4-00001'}, '2019-2020-Q4'],
      [{a: 'Q4', b: '2019-2020-Q3'}, '2019-2020-Q3'],
      ['2019-2020-Q5', null],
    ],
  },
  'extract passes placeholders over': {
    field: extract(['a', 'b'], /([A-Z0-9]+)/),
    cases: [
      [{a: 'NONE', b: '*N7010'}, 'N7010'],
      [{a: 'N/A', b: ''}, null],
      ['*72102902\n*72102905', '72102902'],
    ],
  },
};

describe.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => {
  test('has the values of the table and reports unreadable cells', () => holds(field, cases));
});
