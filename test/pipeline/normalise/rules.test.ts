/** Rules that derive a canonical value from several cells: tests, precedence and warnings. */
import {describe, expect, test} from 'vitest';
import {day, joinNonBlank, replace, rules, text, when} from '../../../datasets/fields.ts';
import {
  blank,
  contains,
  equals,
  matchesPattern,
  not,
  present,
  startsWith,
} from '../../../datasets/predicates.ts';
import type {Field, Layout, Predicate, Rules} from '../../../datasets/types.ts';
import {type Case, holds} from '../../helpers/fields.ts';
import {memoryDatabase, typeCells} from '../../helpers/pipeline.ts';

/** `yes` where the test holds, else `no`. */
const rulesWhen = (...when: Predicate[]): Field =>
  rules({name: 'x', help: '', rules: [{value: 'yes', when}], otherwise: 'no', reported: []});

const KINDS: Rules = {
  name: 'kinds',
  help: '',
  rules: [
    {value: 'demolition', when: [equals('a', 'Démolition')]},
    {value: 'addition', when: [startsWith('a', 'add'), contains('b', 'storey')]},
    {value: 'renovation', when: [startsWith('a', 'add')]},
    {value: null, when: [equals('a', 'not stated')]},
    {value: 'other', when: [equals('a', 'sign')]},
    {value: 'issued', when: [equals('a', 'odd')], reported: true},
  ],
  otherwise: 'other',
  reported: ['a'],
};

const FIELDS: Record<string, {field: Field; cases: Case[]}> = {
  'the first rule that fits': {
    field: rules(KINDS),
    cases: [
      ['DEMOLITION', 'demolition'],
      [' de\u0301molition  ', 'demolition'],
      ['demolition of', 'other', 'warning'],
      [{a: 'Addition', b: 'one STOREY more'}, 'addition'],
      [{a: 'Addition', b: ''}, 'renovation'],
      ['Not  stated', null],
      ['Sign', 'other'],
      ['odd', 'issued', 'warning'],
      ['never seen', 'other', 'warning'],
      ['', 'other'],
      [{a: ' ', b: 'x'}, 'other'],
    ],
  },
  'is one of some texts': {
    field: rulesWhen(equals('a', 'A+', "d'été")),
    cases: [
      ['a+', 'yes'],
      ["D'ETE", 'yes'],
      ['aa', 'no'],
      ['', 'no'],
    ],
  },
  'has a text anywhere': {
    field: rulesWhen(contains('a', 'no. 1', 'b')),
    cases: [
      ['house NO. 1', 'yes'],
      ['no 1', 'no'],
      ['abc', 'yes'],
    ],
  },
  'has whole words': {
    field: rulesWhen({from: ['a'], containsWords: ['new', 'two storey']}),
    cases: [
      ['New', 'yes'],
      ['a (new) house', 'yes'],
      ['renewal', 'no'],
      ['newé', 'no'],
      ['TWO  storey', 'yes'],
      ['new2', 'no'],
    ],
  },
  'fits folded, or as written': {
    field: rulesWhen(matchesPattern('a', /^r\d$/), {from: ['a'], matchesRaw: /^[A-Z]/}),
    cases: [
      ['R1', 'yes'],
      ['r1', 'no'],
    ],
  },
  'is given': {
    field: rulesWhen(present('a'), blank('b')),
    cases: [
      [{a: 'x', b: ' '}, 'yes'],
      [{a: 'x', b: 'y'}, 'no'],
      [{a: '', b: ''}, 'no'],
    ],
  },
  'is more than': {
    field: rulesWhen({from: ['a'], greaterThan: 0}),
    cases: [
      ['1', 'yes'],
      ['0.5', 'yes'],
      ['1,000', 'yes'],
      ['0', 'no'],
      ['-1', 'no'],
      ['some', 'no'],
      ['', 'no'],
    ],
  },
  'does not hold': {
    field: rulesWhen(not(contains('a', 'x', 'y')), not(equals('b', 'z'))),
    cases: [
      ['', 'yes'],
      [{a: 'a', b: 'b'}, 'yes'],
      [{a: 'ay', b: ''}, 'no'],
      [{a: '', b: 'Z'}, 'no'],
    ],
  },
  'none of several holds': {
    field: rulesWhen({from: ['a'], startsWith: ['x'], contains: ['y'], negated: true}),
    cases: [
      ['xa', 'no'],
      ['ay', 'no'],
      ['a', 'yes'],
    ],
  },
  'the first column with a text, or all of them': {
    field: rulesWhen(
      {from: ['a', 'b'], equals: ['x']},
      {from: ['a', 'b'], concatenated: true, equals: ['x', 'x y']},
    ),
    cases: [
      [{a: '', b: 'X'}, 'yes'],
      [{a: 'X', b: 'Y'}, 'yes'],
      [{a: 'Y', b: 'X'}, 'no'],
    ],
  },
  'what stands behind a place, and the beginning of it': {
    field: rulesWhen({from: ['a'], after: / - /, maxLength: 5, contains: ['new']}),
    cases: [
      ['old - new', 'yes'],
      ['new - old', 'no'],
      ['new', 'yes'],
      ['a - b - new', 'no'],
      ['old - a new', 'yes'],
      ['old - one new', 'no'],
    ],
  },
  'a field where the rules give a value': {
    field: when(day('b'), KINDS, 'demolition', 'addition'),
    cases: [
      [{a: 'Demolition', b: '2024-03-05'}, '2024-03-05'],
      [{a: 'Sign', b: '2024-03-05'}, null],
      [{a: 'Not stated', b: '2024-03-05'}, null],
      [{a: 'never seen', b: 'soon'}, null],
      [{a: 'Demolition', b: 'soon'}, null, 'warning'],
      [{a: 'Demolition', b: '1901-01-01'}, null, 'warning'],
    ],
  },
  'a text with changes': {
    field: replace(
      'a',
      [
        [/ unit (\d+)$/i, ' #$1'],
        [/\\/, '$'],
      ],
      ['unknown'],
    ),
    cases: [
      ['', null],
      ['Unknown', null],
      ['1  Elm St Unit 4', '1 Elm St #4'],
      ['a\\b\\c', 'a$b$c'],
    ],
  },
  'a text of which nothing is left': {field: replace('a', [[/\d/, '']]), cases: [['12', null]]},
  'words parted by a separator, each once': {
    field: joinNonBlank(['a', 'b'], ', '),
    cases: [
      [{a: 'x', b: 'y'}, 'x, y'],
      [{a: 'x', b: 'x '}, 'x'],
      [{a: '', b: 'y'}, 'y'],
      ['', null],
    ],
  },
  'words of a name, which may be alike': {
    field: joinNonBlank(['a', 'b']),
    cases: [[{a: 'Ito', b: 'Ito'}, 'Ito Ito']],
  },
};

describe.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => {
  test('has the values of the table', () => holds(field, cases));
});

/** Runs a layout of columns `a` and `b` over one row for each value of `a`. */
async function typedNotes(fields: Layout['fields'], cells: readonly string[]) {
  const {db, close} = await memoryDatabase();
  try {
    const layout = {name: 'x', help: '', header: ['a', 'b'], optional: [], aliases: {}, fields};
    const rows = cells.map((a) => ({a, b: ''}));
    const typed = await typeCells(db, {}, [layout], layout, rows);
    const warnings = (
      await db.runAndReadAll('SELECT cell, reason FROM cell_warnings ORDER BY _row')
    ).getRowsJson();
    return {notes: typed.notes, warnings};
  } finally {
    close();
  }
}

test('warnings have the reason and the text', async () => {
  expect(await typedNotes({kind: rules(KINDS)}, ['sign', 'odd', 'never Seen', 'never Seen', ''])).toEqual({
    notes: {'kind: no rule knows this, other instead': 2, 'kind: no rule knows this, issued instead': 1},
    warnings: [
      ['odd', 'no rule knows this, issued instead'],
      ['never Seen', 'no rule knows this, other instead'],
      ['never Seen', 'no rule knows this, other instead'],
    ],
  });
});

test('rows that fail the test of a layout are refused with its reason', async () => {
  const {db, close} = await memoryDatabase();
  try {
    const layout: Layout = {
      name: 'x',
      help: '',
      header: ['a', 'b'],
      where: {test: equals('a', 'Building'), reason: 'no building'},
      optional: [],
      aliases: {},
      fields: {b: text('b')},
    };
    const rows = [
      {a: 'BUILDING ', b: '1'},
      {a: 'Sign', b: '2'},
      {a: '', b: '3'},
    ];
    await typeCells(db, {}, [layout], layout, rows);
    expect((await db.runAndReadAll('SELECT b FROM typed')).getRowsJson()).toEqual([['1']]);
    const refused = await db.runAndReadAll('SELECT _row, reason FROM refused ORDER BY _row');
    expect(refused.getRowsJson()).toEqual([
      ['1', 'no building'],
      ['2', 'no building'],
    ]);
  } finally {
    close();
  }
});
