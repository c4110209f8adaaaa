/** What the declaration of a source may omit, and what follows from its fields. */
import {text} from './fields.ts';
import type {Field, Fields, Layout, LayoutDeclaration, Source} from './types.ts';
import {usedColumns} from './used_columns.ts';

/** Parts of a source with its layouts in a list. */
export type Listed<Parts> = Parts & {layouts: readonly LayoutDeclaration[]};
/** The same with the parts of its only layout beside the others; `layout` is its name. */
export type Flat<Parts> = Parts & Omit<LayoutDeclaration, 'name' | 'files' | 'codeTable'> & {layout?: string};

const OF_LAYOUT: ReadonlySet<string> = new Set<keyof LayoutDeclaration>([
  'help',
  'unverified',
  'sheet',
  'where',
  'ignored',
  'unused',
  'optional',
  'mandatory',
  'aliases',
  'unreadable',
  'fields',
]);

/** A declaration with its layouts in a list; `name`: that of an only one without a name. */
export function listLayouts<Parts extends object>(
  declaration: Listed<Parts> | Flat<Parts>,
  name: string,
): Listed<Parts> {
  if ('layouts' in declaration) return declaration;
  const {layout = name, ...others} = declaration as Flat<object>;
  const isPart = ([key]: [string, unknown]) => OF_LAYOUT.has(key);
  const all = Object.entries(others);
  const only = {name: layout, ...Object.fromEntries(all.filter(isPart))} as unknown as LayoutDeclaration;
  const source = Object.fromEntries(all.filter((entry) => !isPart(entry))) as unknown as Parts;
  return {...source, layouts: [only]};
}

/** Fields whose columns alone were given are texts. */
export const fieldsOf = (declared: Fields): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, field]) => [
      name,
      typeof field === 'object' && 'op' in field ? field : text(field),
    ]),
  );

const namesIn = (list: string): string[] => list.split(/,\s+/).filter(Boolean);

/** A layout with the columns that its fields and conditions read, and the unused ones. */
export function layoutOf({unused = '', optional = '', mandatory, ...declared}: LayoutDeclaration): Layout {
  const layout = {aliases: {}, ...declared, fields: fieldsOf(declared.fields)};
  const header = [...usedColumns(layout), ...namesIn(unused)];
  const recent = namesIn(optional);
  if (mandatory === undefined) return {...layout, header, optional: recent};
  const kept = new Set(namesIn(mandatory));
  const lacking = header.filter((name) => !kept.has(name) || recent.includes(name));
  return {...layout, header, optional: lacking, recent};
}

type Defaulted = 'layouts' | 'encodings' | 'required';
type Parts = Omit<Source, Defaulted> & Partial<Pick<Source, 'encodings' | 'required'>>;

/** A source. Its files are UTF-8 and the fields of its key required unless it says otherwise. */
export function source(declaration: Listed<Parts> | Flat<Parts>): Source {
  const {layouts, ...parts} = listLayouts<Parts>(declaration, 'registry');
  return {encodings: ['utf-8'], required: parts.key, ...parts, layouts: layouts.map(layoutOf)};
}
