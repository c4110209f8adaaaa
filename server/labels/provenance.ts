/** Rules that read a field, and why a field or a row has no text, in both languages. */

import type {Field} from '../../datasets/types.ts';
import {type Label, label} from './label.ts';

/**
 * How a field is made where it is not a cell alone: `key`, a hash of the source and its key; `source`, the
 * name of the source; `versions`, a list of or a sum over the rows of the record; `computed`, from other
 * fields of it; `child_rows`, from rows of other files; `joined`, from other records.
 */
export const MADE = ['key', 'source', 'versions', 'computed', 'child_rows', 'joined'] as const;
export type Made = (typeof MADE)[number];

/** What each rule does; `datasets/types/fields.ts` says it in full. */
export const RULE_LABELS: Readonly<Record<Field['op'], Label>> = {
  text: label('text, white space tidied', 'texte, espaces mises en ordre'),
  multiline: label('text with its line breaks', 'texte avec ses sauts de ligne'),
  html_text: label('text without its HTML', 'texte d’un fragment HTML'),
  date: label('date', 'date'),
  date_of_timestamp: label('day of a time', 'jour d’une date et heure'),
  timestamp: label('date and time', 'date et heure'),
  json_items: label('texts of a JSON list', 'textes d’une liste JSON'),
  money: label('amount', 'montant'),
  in_cad: label('amount, if it is in Canadian dollars', 'montant, s’il est en dollars canadiens'),
  number: label('number', 'nombre'),
  integer: label('whole number', 'nombre entier'),
  sum: label('sum of several columns', 'somme de plusieurs colonnes'),
  rules: label('first of several rules that applies', 'première de plusieurs règles qui s’applique'),
  when: label('value, if a rule applies', 'valeur, si une règle s’applique'),
  replace: label('text with replacements', 'texte avec des remplacements'),
  extract: label('part of a text', 'partie d’un texte'),
  matches: label('parts of a text', 'parties d’un texte'),
  first_characters: label('first characters', 'premiers caractères'),
  degree: label('location, checked to lie in the area', 'lieu, comparé au territoire'),
  polygon: label('area, repaired', 'surface, réparée'),
  code: label('code table', 'table de codes'),
  decode: label('code table of the publisher', 'table de codes de l’éditeur'),
  lookup: label('table of the publisher', 'table de l’éditeur'),
  department: label('names of institutions', 'noms d’institutions'),
  bilingual: label('English and French', 'anglais et français'),
  bilingual_cell: label('English and French of one cell', 'anglais et français d’une cellule'),
  lines: label('lines of a cell', 'lignes d’une cellule'),
  split: label('pieces of a cell', 'morceaux d’une cellule'),
  fiscal_year: label('fiscal year', 'exercice'),
  join_all: label('columns joined', 'colonnes réunies'),
  join_non_blank: label('columns joined, blank ones left out', 'colonnes réunies, sauf les vides'),
  person_key: label('name and place', 'nom et lieu'),
  identifier: label('number, or a hash in its place', 'numéro, ou une empreinte à sa place'),
  progress: label('progress on the day of the fetch', 'avancement au jour de la récupération'),
  constant: label('the same in all records of the file', 'le même dans toutes les fiches du fichier'),
  address: label('address made of columns', 'adresse faite de colonnes'),
  vendor_key: label('key of a name', 'clé d’un nom'),
  session: label('session of Parliament on a date', 'session du Parlement à une date'),
};

/** What else makes the value of a field. */
export const MADE_LABELS: Readonly<Record<Made, Label>> = {
  key: label('hash of the source and its key', 'empreinte de la source et de sa clé'),
  source: label('name of the source', 'nom de la source'),
  versions: label('all rows of the record', 'toutes les lignes de la fiche'),
  computed: label('computed from other fields', 'calculé à partir d’autres champs'),
  child_rows: label('rows of other files', 'lignes d’autres fichiers'),
  joined: label('other records', 'autres fiches'),
};

/** Why the bytes of a row are not at hand. */
export const NO_BYTES = {
  file_gone: label('this server does not keep the file', 'ce serveur ne conserve pas le fichier'),
  file_changed: label(
    'the file kept here is not the one that was read',
    'le fichier conservé n’est pas celui qui a été lu',
  ),
  unreadable: label(
    'a file kept here is damaged or cannot be read',
    'un fichier conservé est endommagé ou illisible',
  ),
  too_long: label('the row is longer than 4 MB', 'la ligne dépasse 4 Mo'),
  withheld: label(
    'the source has columns about private persons',
    'la source a des colonnes sur des particuliers',
  ),
  odd_row: label(
    'the row does not follow the rules of its format',
    'la ligne ne suit pas les règles de son format',
  ),
} as const;
export type NoBytes = keyof typeof NO_BYTES;

/** Why a field has no cells, or not all of their text. */
export const NO_CELLS = {
  no_column: label('the file has no column for it', 'le fichier n’a pas de colonne pour lui'),
  computed: label('it follows from other fields', 'il découle d’autres champs'),
  joined: label('it comes from other records', 'il vient d’autres fiches'),
  versions: label('it follows from all rows of the record', 'il découle de toutes les lignes de la fiche'),
  child_rows: label(
    'rows of other files give it or add to it, and are not traced',
    'des lignes d’autres fichiers le donnent ou le complètent, et ne sont pas suivies',
  ),
  source: label('it names the source', 'il nomme la source'),
  constant: label(
    'it is the same in all records of the file',
    'il est le même dans toutes les fiches du fichier',
  ),
  contacts: label(
    'telephone numbers and e-mail addresses are taken out of the text',
    'les numéros de téléphone et les adresses électroniques sont retirés du texte',
  ),
  several_rows: label('several rows may have given it', 'plusieurs lignes ont pu le donner'),
  not_recorded: label(
    'this server does not know where the rows are',
    'ce serveur n’a pas les emplacements des lignes',
  ),
  ...NO_BYTES,
} as const;
export type NoCells = keyof typeof NO_CELLS;

/** Of a row, and of a field. */
export const WHY_NO_BYTES = label(
  'why the text of the row is not given',
  'pourquoi le texte de la ligne n’est pas donné',
);
export const WHAT_MADE = label(
  'what else made the value; null: nothing else, the rule read it',
  'ce qui a fait la valeur en plus; null\u00a0: rien, c’est ce que la règle a lu',
);
export const WHY_NO_CELLS = label(
  'why there are no cells, or not all of their text',
  'pourquoi il n’y a pas de cellules, ou pas tout leur texte',
);
