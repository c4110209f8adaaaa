/** Matches a file's header with the layouts of its source. */
import type {Layout, Source} from '../../datasets/types.ts';
import {columnsOf, usedColumns} from '../../datasets/used_columns.ts';
import type {FileFacts} from './documents/layout_tally.ts';
import {ReadError} from './types.ts';

export interface MatchedHeader {
  layout: Layout;
  /** Used column -> index in the file; absent columns are missing. */
  positions: Map<string, number>;
  /** Names in the file that the layout does not declare. */
  unknown: string[];
  /** Optional used columns that the file lacks. */
  missing: string[];
}

/** What the manifest and warnings say about a file with this header. */
export const factsOf = ({layout, unknown, missing}: MatchedHeader) => ({
  layout: layout.name,
  unknown,
  missing,
});

/** Compares header names without accents, case, blanks and punctuation, all of which publishers vary. */
export const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Most names in a message, and the longest one: a damaged header may contain anything. */
const [MOST_NAMES, LONGEST_NAME] = [12, 80];

/** Names for a message: shortened, without control characters. */
export function shortList(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const shown = names.slice(0, MOST_NAMES).map((name) => {
    const cut = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
    return cut.replace(/\p{Cc}+/gu, ' ');
  });
  return shown.join(', ') + more;
}

/** Whether the rows of a layout are records rather than child rows or a code table. */
export const isRecordLayout = ({childTable, codeTable}: Layout): boolean =>
  childTable === undefined && codeTable === undefined;

/** Table layouts that may read a file, or a zip entry (`archive.zip!folder/entry.csv`), by its base name. */
export function tableLayouts(source: Pick<Source, 'layouts'>, file: string): Layout[] {
  const base = file.split(/[!/]/).at(-1) ?? '';
  return source.layouts.filter(({files, rows}) => !rows && (files === undefined || files.test(base)));
}

/**
 * The table layout with the fewest missing columns. Of several that fit, the one with the most columns in the
 * file, then the first. Undefined where no layout reads a table from a file of this name.
 */
export function nearestLayout(
  source: Source,
  file: string,
  header: readonly string[],
): ComparedHeader | undefined {
  const tries = tableLayouts(source, file).map((layout) => tryLayout(layout, header));
  return tries.sort(
    (a, b) =>
      a.lacking.length - b.lacking.length || (a.lacking.length ? 0 : a.missing.length - b.missing.length),
  )[0];
}

/**
 * The table layout of a file. Where none fits, throws ReadError naming the missing and unknown columns of the
 * nearest one, or that the source reads no table from a file of this name.
 */
export function matchHeader(source: Source, file: string, header: readonly string[]): MatchedHeader {
  const near = nearestLayout(source, file, header);
  if (!near) throw unexpectedTable(source, file);
  if (!near.lacking.length) return near;
  throw new ReadError(
    source.slug,
    file,
    `the header changed: it lacks ${shortList(near.lacking)}` +
      (near.unknown.length ? ` and has unknown columns ${shortList(near.unknown)}` : ''),
    `compare it with layout "${near.layout.name}" and declare the new spelling in \`aliases\` or a new layout`,
  );
}

/** The error for a file that holds a table, of which no layout of its source reads one. */
export function unexpectedTable({slug, layouts}: Source, file: string): ReadError {
  const read = layouts.some(({rows}) => rows) ? 'documents' : 'other tables';
  return new ReadError(
    slug,
    file,
    `it holds a table, but the source reads ${read}`,
    'remove it from the files of the source, or declare a layout for it',
  );
}

/** Whether a layout of the source declares, aliases or ignores a column name. */
export function knownColumns({layouts}: Source): (name: string) => boolean {
  const names = new Set(
    layouts.flatMap(({header, aliases}) => [...header, ...Object.keys(aliases)]).map(foldName),
  );
  return (name) => names.has(foldName(name)) || layouts.some(({ignored}) => ignored?.test(name));
}

/** A name whose accented letters were lost, or became `?` or U+FFFD, which are no letters either. */
const withoutAccented = (name: string): string => foldName(name.replace(/[^ -~]/g, ''));

/** `lacking`: required columns that the file lacks. */
type ComparedHeader = MatchedHeader & {lacking: string[]};

/** Compares a header with a layout. */
export function tryLayout(layout: Layout, header: readonly string[]): ComparedHeader {
  const canonical = new Map(layout.header.map((name) => [foldName(name), name]));
  const others = [...layout.header.map((name) => [name, name] as const), ...Object.entries(layout.aliases)];
  for (const [old, name] of others) {
    // An alias never hides a current column of the same name.
    for (const form of [foldName(old), withoutAccented(old)])
      if (form && !canonical.has(form)) canonical.set(form, name);
  }
  const positions = new Map<string, number>();
  const unknown: string[] = [];
  for (const [at, name] of header.entries()) {
    const known = canonical.get(foldName(name));
    // Of a repeated column the first one is read; the report names the other.
    if (known !== undefined && !positions.has(known)) positions.set(known, at);
    else if (name !== '' && !layout.ignored?.test(name)) unknown.push(name);
  }
  const absent = usedColumns(layout).filter((name) => !positions.has(name));
  const missing = absent.filter((name) => layout.optional.includes(name));
  return {layout, positions, unknown, missing, lacking: absent.filter((name) => !missing.includes(name))};
}

/**
 * What to tell of a file, also of the first one of its source; null where no field lost its columns, or no
 * name is new.
 */
export function renamedColumns(
  {layouts}: Pick<Source, 'layouts'>,
  {layout, unknown, missing}: FileFacts,
): string | null {
  const read = layout.split(', ');
  const lost = layouts
    .filter(({name}) => read.includes(name))
    .flatMap(({fields}) => Object.values(fields).map((field) => columnsOf(field)))
    .filter((columns) => columns.length > 0 && columns.every((column) => missing.includes(column)));
  if (!lost.length || !unknown.length) return null;
  return `it lacks ${shortList([...new Set(lost.flat())])} and has unknown columns ${shortList(unknown)}: where one was renamed, declare its new name in \`aliases\` of layout "${layout}"`;
}
