/** Reads lists to their end, page by page. */
import type {Row} from '../../engine/types.ts';
import type {Answer} from './api.ts';

/** All rows of a list or of statistics. */
export async function allRows(api: (path: string) => Promise<Answer>, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await api(`${path}${path.includes('?') ? '&' : '?'}limit=200&offset=${rows.length}`);
    rows.push(...page.rows);
    if (rows.length >= page.meta.total) return rows;
  }
}
