/** Finds the layout that a file's header has, and where its columns stand. */
import type {Field, Layout, PointLocation, Rules, Source} from '../../datasets/types.ts';
import {ReadError} from './types.ts';

export interface MatchedHeader {
  layout: Layout;
  /** Used column -> position in the file; columns that the file lacks are absent. */
  positions: Map<string, number>;
  /** Names in the file that the layout does not know. */
  unknown: string[];
  /** Optional used columns that the file lacks. */
  missing: string[];
}

/** Header names are compared without accents, case, blanks and punctuation: publishers vary all of them. */
export const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Columns of the file that a field reads, language suffixes of pivot layouts removed. */
export function columnsOf(field: Field): string[] {
  switch (field.op) {
    case 'text':
    case 'multiline':
    case 'html_text':
    case 'date_of_timestamp':
    case 'date':
    case 'timestamp':
    case 'money':
    case 'number':
    case 'replace':
    case 'integer':
    case 'lines':
    case 'vendor_key':
    case 'extract':
    case 'code':
    case 'split':
    case 'fiscal_year':
    case 'join_all':
    case 'join_non_blank':
      return [...field.from];
    case 'json_items':
    case 'matches':
    case 'first_characters':
    case 'bilingual_cell':
    case 'decode':
    case 'lookup':
    case 'session':
      return [field.from];
    case 'sum':
      return [...field.of, ...(field.or?.of ?? [])].map(({column}) => column);
    case 'rules':
      return rulesColumns(field.rules);
    case 'when':
      return [...columnsOf(field.value), ...rulesColumns(field.rules)];
    case 'identifier':
      return [field.from, ...field.otherwise];
    case 'progress':
      return [...(field.published ? [field.published] : []), ...field.start, ...field.end];
    case 'person_key':
      return [...field.name, field.place];
    case 'in_cad':
      return [...field.amount, field.currency];
    case 'bilingual':
      return [field.en, field.fr];
    case 'department':
      return [field.code, field.en, field.fr, field.both].filter((name) => name !== undefined);
    case 'address':
      return [...field.template.matchAll(/\{([^}]+)\}/g)].map((found) => found[1] ?? '');
    case 'constant':
      return [];
    case 'polygon':
      return [field.from];
    case 'degree':
      return field.at.flatMap(placeColumns);
  }
}

/** Columns that rules ask or note. */
const rulesColumns = ({rules, reported: noted}: Rules): string[] => [
  ...rules.flatMap(({when}) => when.flatMap(({from}) => from)),
  ...noted,
];

function placeColumns(place: PointLocation): string[] {
  if (place.form === 'columns') return [place.lat, place.lng];
  if (place.form === 'projected') return [place.x, place.y];
  return [place.column];
}

/** Columns of the file that a layout uses, each once. */
export function usedColumns(layout: Layout): string[] {
  const names = [...Object.values(layout.fields).flatMap(columnsOf), ...(layout.where?.test.from ?? [])]
    // Of a document `@en` is an attribute.
    .map((name) => (layout.pivot ? name.replace(/@(en|fr)$/, '') : name));
  const pivot = layout.pivot ? [layout.pivot.language, ...layout.pivot.key] : [];
  return [...new Set([...pivot, ...names])];
}

/** Most names of columns that a message gives, and most characters of one: a damaged header may hold anything. */
const [MOST_NAMES, LONGEST_NAME] = [12, 80];

/** Names for a message: the first of them, cut, without the control characters of damaged files. */
export function shortList(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const shown = names.slice(0, MOST_NAMES).map((name) => {
    const cut = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
    return cut.replace(/\p{Cc}+/gu, ' ');
  });
  return shown.join(', ') + more;
}

/** Whether the rows of a layout are records, and not parts of such nor a code table. */
export const isRecordLayout = ({childTable: part, codeTable: codes}: Layout): boolean =>
  part === undefined && codes === undefined;

/** Layouts of tables that may read a file, or an entry of a zip (`archive.zip!folder/entry.csv`), by its base name. */
export function tableLayouts(source: Source, file: string): Layout[] {
  const base = file.split(/[!/]/).at(-1) ?? '';
  return source.layouts.filter(({files, rows}) => !rows && (files === undefined || files.test(base)));
}

/**
 * The first layout of tables that may read the file and fits. Throws ReadError naming the missing and the unknown columns of the nearest one
 * when none fits.
 */
export function matchHeader(source: Source, file: string, header: readonly string[]): MatchedHeader {
  const tries = tableLayouts(source, file).map((layout) => tryLayout(layout, header));
  const fit = tries.find((one) => one.lacking.length === 0);
  if (fit) return fit;
  const near = tries.reduce((a, b) => (b.lacking.length < a.lacking.length ? b : a));
  throw new ReadError(
    source.slug,
    file,
    `the header changed: it lacks ${shortList(near.lacking)}` +
      (near.unknown.length ? ` and has unknown columns ${shortList(near.unknown)}` : ''),
    `compare it with layout "${near.layout.name}" and declare the new spelling under \`older\` or a new layout`,
  );
}

/** Whether any layout of a source has a column of this name, now or before, or leaves it unread. */
export function knownColumns({layouts}: Source): (name: string) => boolean {
  const names = new Set(
    layouts.flatMap(({header, aliases: older}) => [...header, ...Object.keys(older)]).map(foldName),
  );
  return (name) => names.has(foldName(name)) || layouts.some(({ignored: unread}) => unread?.test(name));
}

/** How a header stands to a layout; `lacking`: used columns that it lacks and may not. */
export function tryLayout(layout: Layout, header: readonly string[]): MatchedHeader & {lacking: string[]} {
  const canonical = new Map(layout.header.map((name) => [foldName(name), name]));
  for (const [old, name] of Object.entries(layout.aliases)) {
    // An older spelling never hides a current column of the same name.
    if (!canonical.has(foldName(old))) canonical.set(foldName(old), name);
  }
  const positions = new Map<string, number>();
  const unknown: string[] = [];
  for (const [at, name] of header.entries()) {
    const known = canonical.get(foldName(name));
    // Of a column that occurs twice the first one is read; the report names the other.
    if (known !== undefined && !positions.has(known)) positions.set(known, at);
    else if (!layout.ignored?.test(name)) unknown.push(name);
  }
  const absent = usedColumns(layout).filter((name) => !positions.has(name));
  const missing = absent.filter((name) => layout.optional.includes(name));
  return {layout, positions, unknown, missing, lacking: absent.filter((name) => !missing.includes(name))};
}
