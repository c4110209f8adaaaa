/** For each field of a record the cells that it was read from, behind "Where this comes from". */

import type {Row} from '../../../engine/types.ts';
import {MADE_LABELS, NO_CELLS, type NoCells, RULE_LABELS} from '../../labels/provenance.ts';
import {formatTime} from '../format.ts';
import {isAddress} from '../links.ts';
import {withQuery} from '../paths.ts';
import {external, joined, link, type Shown, sentence, Table} from './kit.tsx';
import type {Child, Markup, View} from './types.ts';
import {labelOf} from './value.tsx';

/** The parameter of the API and of the page. */
const ASKED = 'provenance';

interface TracedRow extends Row {
  row: number;
  file: string;
  address: string;
  sha256: string;
  fetched_at: string;
  line: number | null;
  element: number | null;
  place: string | null;
  reason: NoCells | null;
}

interface TracedCell {
  row: number;
  column: string;
  text: string | null;
  length: number | null;
}

interface TracedField {
  field: string;
  rule: keyof typeof RULE_LABELS | null;
  made: keyof typeof MADE_LABELS | null;
  cells: readonly TracedCell[];
  derived_from: readonly string[];
  reason: NoCells | null;
}

/** `provenance` of an answer. */
interface Traced {
  row_count: number | null;
  rows: readonly TracedRow[];
  fields: readonly TracedField[];
}

/** The line or the element of a row, behind its sheet or document where it has one. */
function lineOf({t}: View, {line, element, place}: TracedRow): string {
  if (place !== null) return place;
  if (line !== null) return t('traced.line', {line: String(line)});
  return element === null ? '' : t('traced.element', {element: String(element)});
}

/** The rows that the record was read from. */
const rowsTable = (view: View, rows: readonly TracedRow[]): Markup => {
  const {t, language} = view;
  const columns: Shown<TracedRow>[] = [
    {head: t('traced.row'), cell: ({row}) => row},
    {
      head: t('record.file'),
      cell: ({file, address}) => (isAddress(address) ? external(address, file) : file),
    },
    {
      head: t('traced.where'),
      cell: (row) => [lineOf(view, row), row.reason && <span class="soft"> {t(NO_CELLS[row.reason])}</span>],
    },
    {head: t('traced.fetched'), kind: 'day', cell: ({fetched_at}) => formatTime(fetched_at, language)},
    {head: t('traced.hash'), cell: ({sha256}) => <code>{sha256}</code>},
  ];
  return <Table class="traced" caption={t('traced.rows')} columns={columns} rows={rows} />;
};

/** A column and its text, word for word. */
const cellOf = (view: View, {row, column, text, length}: TracedCell, several: boolean): Markup => {
  const {t} = view;
  const isCut = text !== null && length !== null && length > [...text].length;
  return (
    <li>
      {several ? <span class="soft">{row} </span> : null}
      <code>{column}</code>{' '}
      {text === null || text === '' ? <span class="soft">{t('traced.blank')}</span> : <q>{text}</q>}
      {isCut ? ` ${t('traced.cut', {n: length})}` : null}
    </li>
  );
};

/** The rule and what else makes the value, unless a reason says it, and which other fields it looks at. */
function ruleOf(view: View, owner: string, field: TracedField): Child {
  const {rule, made, cells, derived_from: from} = field;
  const {t} = view;
  const names = from.map((name) => labelOf(view, owner, name)).join(', ');
  const texts = [
    ...(rule === null || cells.length === 0 ? [] : [t(RULE_LABELS[rule])]),
    ...(made === null || cells.length === 0 ? [] : [t(MADE_LABELS[made])]),
    ...(names === '' ? [] : [t('traced.from', {names})]),
  ];
  return joined(texts, '; ');
}

const fieldsTable = (view: View, owner: string, fields: readonly TracedField[], several: boolean): Markup => {
  const {t} = view;
  const columns: Shown<TracedField>[] = [
    {head: t('traced.field'), cell: ({field}) => labelOf(view, owner, field)},
    {
      head: t('traced.published'),
      cell: ({cells, reason}) => [
        cells.length > 0 ? <ul>{cells.map((cell) => cellOf(view, cell, several))}</ul> : null,
        reason ? <span class="soft">{t(NO_CELLS[reason])}</span> : null,
      ],
    },
    {head: t('traced.rule'), cell: (field) => ruleOf(view, owner, field)},
  ];
  return <Table class="traced" caption={t('traced.title')} columns={columns} rows={fields} />;
};

/**
 * The way to the cells of a record, or the cells where the page was asked for them. `path` is that of the page below a
 * language.
 */
export const tracedCells = (view: View, owner: string, record: Row, path: string): Child => {
  const {t} = view;
  const given = record[ASKED];
  if (given === undefined) {
    const to = `${withQuery(path, [[ASKED, 'true']])}#${ASKED}`;
    return <p>{link(view, to, t('traced.title'), {rel: 'nofollow'})}</p>;
  }
  const {row_count: count, rows, fields} = given as unknown as Traced;
  return (
    <details open>
      <summary>{t('traced.title')}</summary>
      {rows.length > 0 ? (
        rowsTable(view, rows)
      ) : (
        <p class="note">{t(NO_CELLS[fields[0]?.reason ?? 'not_recorded'])}</p>
      )}
      {count !== null && count > rows.length ? (
        <p class="note">{t('traced.more', {n: count, shown: rows.length})}</p>
      ) : null}
      {rows.length > 0 ? fieldsTable(view, owner, fields, rows.length > 1) : null}
      <p class="note">
        {sentence(view, 'traced.hint', {parameter: <code>{`${ASKED}=true`}</code>})}{' '}
        {link(view, `${path}#${ASKED}`, t('traced.close'))}
      </p>
    </details>
  );
};
