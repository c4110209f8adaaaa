/** Documents read by layouts made for a test. */
import {SOURCES} from '../../datasets/index.ts';
import type {DocumentRows, Layout, Source} from '../../datasets/types.ts';
import {rowsIn} from '../../pipeline/read/documents/rows_in.ts';
import type {Cells} from '../../pipeline/read/documents/types.ts';

/** A layout whose fields are its columns as text. */
export function layoutOf(
  name: string,
  rows: DocumentRows,
  header: readonly string[],
  more: Partial<Layout> = {},
): Layout {
  const fields = header.map(
    (column, at) => [`field_${at}`, {op: 'text', from: [column], blank: []}] as const,
  );
  return {
    name,
    help: '',
    rows,
    header,
    optional: [],
    aliases: {},
    fields: Object.fromEntries(fields),
    ...more,
  };
}

/** A source of these layouts; everything that reading does not use is from another source. */
export function sourceOf(layouts: readonly Layout[], more: Partial<Source> = {}): Source {
  const [any] = Object.values(SOURCES);
  if (!any) throw new Error('there is no source');
  return {...any, slug: 'invented', layouts, ...more};
}

/** A row as its layout and cells; a refused one as the reason and its text. */
export type Read = [layout: string, cells: Cells] | [layout: string, refused: string, raw: string];

/** The rows of a text. Throws as `rowsIn` does. */
export function read(layouts: readonly Layout[], text: string, name = 'kind/1'): Read[] {
  return readAll(layouts, text, name).rows;
}

/** The rows of a text, and what was seen of the layouts by their names. */
export function readAll(layouts: readonly Layout[], text: string, name = 'kind/1') {
  const reading = rowsIn(sourceOf(layouts), {name, url: `https://example.org/${name}`, text});
  const rows: Read[] = [];
  let next = reading.next();
  for (; !next.done; next = reading.next()) {
    const row = next.value;
    rows.push(row.cells ? [row.layout.name, row.cells] : [row.layout.name, row.refused, row.raw]);
  }
  const seen = next.value.map((tally) => ({
    layout: tally.layout.name,
    unknown: [...tally.unknown],
    missing: tally.missing(),
  }));
  return {rows, seen};
}
