/** What pages are put together from: links, sections, lists of links, figures, tables, hidden fields. */

import type {HTMLAttributes} from 'preact';
import {formatNumber} from '../format.ts';
import type {Text} from '../messages.ts';
import {inLanguage, type Pairs} from '../paths.ts';
import type {Child, Markup, View} from './types.ts';

/** A link to a path below the language; what it shows alone where there is no path. */
export const link = (
  {language}: View,
  path: string | null,
  shown: Child,
  more: Record<string, string> = {},
): Child =>
  path === null ? (
    shown
  ) : (
    <a href={inLanguage(path, language)} {...more}>
      {shown}
    </a>
  );

/** A link that leads out of the site. */
export const external = (address: string, text: string): Markup => (
  <a href={address} rel="external noopener">
    {text}
  </a>
);

/** Where an element stands in a text while it is translated. */
const MARK = '\u0001';

/** A text whose parts are elements, as links are, or numbers. */
export const sentence = ({t}: View, text: Text, parts: Readonly<Record<string, Child>>): Child =>
  t(
    text,
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part === 'number' ? part : MARK + name + MARK,
      ]),
    ),
  )
    .split(MARK)
    .map((piece, i) => (i % 2 === 0 ? piece : parts[piece]));

/** Items with a text between each two. */
export const joined = (items: readonly Child[], between: Child): Child =>
  items.map((item, i) => [i > 0 ? between : null, item]);

interface LinkListProps {
  view: View;
  /** Paths below the language; `count` is how many records a link leads to. */
  links: readonly {path: string; text: string; count?: number}[];
  class?: string;
}

/** Links below each other, or as the class says. */
export const LinkList = ({view, links, class: name}: LinkListProps): Markup => (
  <ul class={name}>
    {links.map(({path, text, count}) => (
      <li>
        {link(view, path, text)}
        {count === undefined ? null : ` (${formatNumber(count, view.language)})`}
      </li>
    ))}
  </ul>
);

interface SectionProps {
  id: string;
  title: Child;
  class?: string | undefined;
  children?: Child;
}

/** A part of a page under a heading that names it. */
export const Section = ({id, title, class: name, children}: SectionProps): Markup => (
  <section class={name} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

interface TermsProps {
  /** `figures` are large, at the head of a page. */
  class: 'figures' | 'facts';
  /** `exact` is what a shortened figure stands for. */
  of: readonly {term: Child; value: Child; exact?: string | undefined}[];
}

/** Terms with what they stand for. */
export const Terms = ({class: name, of}: TermsProps): Markup => (
  <dl class={name}>
    {of.map(({term, value, exact}) => (
      <div>
        <dt>{term}</dt>
        <dd title={exact}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** A control of a form under its label; a hint describes it by the id `<id>-hint`. */
export const Field = ({
  id,
  label,
  hint,
  children,
}: {
  id: string;
  label: string;
  hint?: string;
  children: Child;
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint ? (
      <p class="note" id={`${id}-hint`}>
        {hint}
      </p>
    ) : null}
  </div>
);

/** The options of a choice; `any` stands for no choice. */
export const options = (
  values: readonly (readonly [value: string, text: string])[],
  chosen: string,
  any?: string,
): Child => [
  any === undefined ? null : <option value="">{any}</option>,
  values.map(([value, text]) => (
    <option value={value} selected={value === chosen}>
      {text}
    </option>
  )),
];

/** Parameters that ride along with a form. */
export const hidden = (pairs: Pairs): Child =>
  pairs.map(([name, value]) => <input type="hidden" name={name} value={value} />);

/** What is wider than a window is moved sideways, by the keyboard too. */
export const Scroll = ({label, children}: {label: string; children: Child}): Markup => (
  <div class="scroll" tabindex={0} role="group" aria-label={label}>
    {children}
  </div>
);

/** What a column of a table shows. The first one heads its rows. */
export interface Shown<Row> {
  head: Child;
  /** Class of its cells: digits of a `figure` stand below each other, and so does the head. */
  kind?: 'figure' | 'day' | undefined;
  /** Further attributes of the head. */
  th?: HTMLAttributes<HTMLTableCellElement>;
  /** Said beside the cell where rows are cards. */
  label?: string;
  /** Where rows are cards: in the line of numbers below the title, or left to the record. */
  inCard?: 'head' | 'rest' | undefined;
  cell: (row: Row, at: number) => Child;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Shown<Row>[];
  rows: readonly Row[];
  class?: string | undefined;
}

/** A table that is as wide as it is. */
export const PlainTable = <Row,>({caption, columns, rows, class: name}: TableProps<Row>): Markup => {
  const [first, ...rest] = columns;
  return (
    <table class={name}>
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({head, kind, th}) => (
            <th scope="col" class={kind === 'figure' ? kind : undefined} {...th}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr>
            <th scope="row" class={first?.kind === 'day' ? 'day' : undefined}>
              {first?.cell(row, at)}
            </th>
            {rest.map(({kind, label, inCard, cell}) => (
              <td class={kind} data-label={label} data-card={inCard}>
                {cell(row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** A table of a page. */
export const Table = <Row,>(props: TableProps<Row>): Markup => (
  <Scroll label={props.caption}>
    <PlainTable {...props} />
  </Scroll>
);
