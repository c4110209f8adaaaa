/** What each municipality publishes of a dataset, from the declarations of its sources. */
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import type {Dataset, Source} from '../../datasets/types.ts';
import {code, table} from './markdown.ts';

/** Columns that records of the source have a value of its files in. */
function publishedColumns({layouts, versions}: Source): Set<string> {
  const fields = layouts
    .filter(({codeTable}) => codeTable === undefined)
    .flatMap(({fields}) => Object.entries(fields))
    .filter(([, field]) => field.op !== 'constant');
  return new Set([...fields.map(([name]) => name), ...Object.keys(versions?.computed ?? {})]);
}

/**
 * A row for each column that some municipalities publish and others do not; nothing where all publish the
 * same, or where no municipality is the publisher.
 */
export function cityMatrix({columns, sources}: Dataset): string[] {
  const cities = sources.flatMap((source) => {
    const city = Object.entries(MUNICIPALITIES).find(([slug]) => source.slug.startsWith(`${slug}_`));
    return city ? [{name: city[1].name, published: publishedColumns(source)}] : [];
  });
  const rows = Object.keys(columns).flatMap((column) => {
    const marks = cities.map(({published}) => published.has(column));
    return marks.includes(true) && marks.includes(false)
      ? [[code(column), ...marks.map((mark) => (mark ? 'yes' : ''))]]
      : [];
  });
  if (rows.length === 0) return [];
  return [
    'What each municipality publishes; all other columns are filled by every one. A blank means null on every record of it, never zero.',
    table(['Column', ...cities.map(({name}) => name)], rows),
  ];
}
