/** Values of fields as people read them: amounts, days, codes, links, lists. */

import type {Column, Columns, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {IN_FRENCH} from '../../labels/display.ts';
import {fieldLabel} from '../../labels/index.ts';
import {DASH, formatCents, formatDay, formatMoney, formatNumber, formatTime} from '../format.ts';
import {addressIn} from '../french_sources.ts';
import {isAddress, linkOf} from '../links.ts';
import type {MessageKey} from '../messages.ts';
import {external, joined, link} from './kit.tsx';
import {readable} from './readable.ts';
import type {Child, Markup, View} from './types.ts';

/** True for what publishers left out. */
export const isMissing = (value: Json | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const missing = ({t}: View): Markup => (
  <span class="none">
    <span aria-hidden="true">{DASH}</span>
    <span class="sr">{t('frame.not_published')}</span>
  </span>
);

const HOST = /^https?:\/\/(?:www\.)?([^/?#]+)/i;

/** What a link is called that leads to one kind of page; others are called by their site. */
const LINK_NAMES: Readonly<Record<string, MessageKey>> = {
  legisinfo_url: 'bill.legisinfo',
  text_url: 'bill.full_text',
};

/** Signs of the units that columns name. */
const UNIT_SIGNS: Readonly<Record<string, string>> = {'square metres': 'm²', kilometres: 'km'};

/** A value as text without links; a single line. */
export function plainValue(view: View, field: string, column: Column, value: Json): string {
  const {language, t} = view;
  if (isMissing(value)) return DASH;
  if (typeof value === 'boolean') return t(value ? 'frame.yes' : 'frame.no');
  if (typeof value === 'number') {
    if (column.type === 'money' && column.unit === 'CAD') return formatMoney(value, language);
    // Years, numbers of people and coordinates have no groups of thousands.
    if (column.type === 'integer' && /(^|_)(id|number)$/.test(field)) return String(value);
    const sign = UNIT_SIGNS[column.unit ?? ''];
    return sign ? `${formatNumber(value, language)}\u00a0${sign}` : formatNumber(value, language);
  }
  if (Array.isArray(value)) return value.map((item) => readable(view, field, String(item))).join(', ');
  const text = String(value);
  if (column.type === 'date') return formatDay(text, language);
  if (column.type === 'timestamp') return formatTime(text, language);
  return readable(view, field, text);
}

/** The French form of a field where the row has one and the page is French. */
export function localValue({language}: View, row: Row, field: string): Json {
  const french = language === 'fr' ? IN_FRENCH[field] : undefined;
  const value = french === undefined ? undefined : row[french];
  return value === undefined || value === null || value === '' ? (row[field] ?? null) : value;
}

/** Whole sentences have a line each: a comma after a full stop reads badly. */
const isSentence = (item: Json): boolean => /[.!?]$/.test(String(item));

const withLink = (view: View, owner: string, field: string, value: Json, row: Row, shown: Child): Child =>
  link(view, linkOf(owner, field, value, row), shown);

/** A value with its links. `owner` is the dataset, or the column whose rows hold the field. */
export function linkedValue(view: View, owner: string, field: string, column: Column, row: Row): Child {
  const value = localValue(view, row, field);
  if (isMissing(value)) return missing(view);
  if (isAddress(value)) {
    const name = LINK_NAMES[field];
    const shown = name ? view.t(name) : (HOST.exec(value)?.[1] ?? value);
    return external(addressIn(view.language, value), shown);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      withLink(view, owner, field, item, row, readable(view, field, String(item))),
    );
    return value.length > 1 && value.every(isSentence) ? (
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    ) : (
      joined(items, ', ')
    );
  }
  const shown = plainValue(view, field, column, value);
  const isDay = column.type === 'date' || column.type === 'timestamp';
  const marked = isDay ? <time datetime={String(value)}>{shown}</time> : shown;
  return withLink(view, owner, field, row[field] ?? value, row, marked);
}

/**
 * The columns of a table whose amounts have cents: all of one column do then, so that digits stand below each
 * other.
 */
export const columnsWithCents = (names: readonly string[], rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    names.filter((name) => rows.some((row) => typeof row[name] === 'number' && !Number.isInteger(row[name]))),
  );

/** A value in a table. */
export function cellValue(
  view: View,
  owner: string,
  field: string,
  column: Column,
  row: Row,
  withCents: ReadonlySet<string>,
): Child {
  const value = row[field];
  const isAmount = column.type === 'money' && column.unit === 'CAD' && typeof value === 'number';
  return isAmount && withCents.has(field)
    ? formatCents(value, view.language)
    : linkedValue(view, owner, field, column, row);
}

/** Whether a column is set to the right, digits below digits. */
export const isFigure = ({type}: Column, field: string): boolean =>
  type === 'money' || ((type === 'integer' || type === 'number') && !/(^|_)(id|number)$/.test(field));

export const labelOf = ({t}: View, owner: string, field: string): string => t(fieldLabel(owner, field));

/** The label of what `localValue` shows of rows that have the French form. */
export const localLabelOf = (view: View, owner: string, field: string, columns: Columns): string => {
  const french = view.language === 'fr' ? IN_FRENCH[field] : undefined;
  return labelOf(view, owner, french !== undefined && columns[french] ? french : field);
};

/** Help texts mark names by backquotes. */
export const helpOf = (help: string): Child =>
  help.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
