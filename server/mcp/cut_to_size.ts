/**
 * Cuts answers to the size that a caller wants: lists to fewer rows of the same query, records to shorter
 * members.
 */
import type {ToolRequest} from './arguments.ts';
import {shorten} from './shorten.ts';

/** The body of an answer, and what has to be said besides. */
interface Fitted {
  text: string;
  notes: readonly string[];
}

interface Body {
  data: unknown;
  meta?: Record<string, unknown>;
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** How many of the rows fit, at least one. */
function fitting({data, ...others}: Body, rows: readonly unknown[], most: number): number {
  let size = sizeOf(others);
  const fewer = rows.findIndex((row) => {
    size += sizeOf(row) + 1;
    return size > most;
  });
  return Math.max(1, fewer < 0 ? rows.length : fewer);
}

const limitOf = (target: string): number => Number(new URLSearchParams(target.split('?')[1]).get('limit'));

function withLimit(target: string, limit: number): string {
  const [path, query] = target.split('?');
  const search = new URLSearchParams(query);
  search.set('limit', String(limit));
  return `${path}?${search}`;
}

/** The share of the rows that is tried next where groups of statistics are uneven. */
const SMALLER = 0.7;

/** The same list with as many rows as fit; its own cursor leads on. */
async function fewerRows(
  body: Body,
  rows: readonly unknown[],
  {target, variant}: ToolRequest,
  most: number,
  read: (target: string) => Promise<string>,
): Promise<Fitted> {
  const asked = limitOf(target);
  // With two dimensions a page of statistics has several rows for each group that `limit` counts.
  const share = fitting(body, rows, most) / rows.length;
  let limit = Math.max(1, Math.floor(Math.min(asked, rows.length) * share));
  let text = await read(withLimit(target, limit));
  while (limit > 1 && Buffer.byteLength(text) > most) {
    limit = Math.floor(limit * SMALLER);
    text = await read(withLimit(target, limit));
  }
  const {data, meta} = JSON.parse(text) as Body;
  const shown = (data as unknown[]).length;
  const goOn = meta?.['next_cursor']
    ? 'Go on with cursor = meta.next_cursor and the same arguments, or'
    : variant.query['q']
      ? 'Narrow it by q, or'
      : 'To see more,';
  const note = `Cut to ${shown} of ${rows.length} rows to keep to ${most} bytes; meta.total is ${meta?.['total']}. ${goOn} raise max_bytes or give limit.`;
  return {text, notes: [note]};
}

/** One record or profile with shorter members; `cut` in the body says what they are in all. */
function shorterMembers(body: Body, {variant, include}: ToolRequest, most: number): Fitted {
  const {columns} = variant.operation.route;
  const {data, cut} = shorten(body.data as Record<string, unknown>, columns, most, include);
  const names = Object.entries(cut).map(
    ([name, {shown, of, without}]) =>
      `${name} (${shown} of ${of}${without ? `, without ${without.join(', ')}` : ''})`,
  );
  const parts = names.length > 0 ? `Not whole: ${names.join(', ')}` : 'Long texts are cut';
  const whole = Object.hasOwn(variant.answer, 'include')
    ? 'include with the name of a member gives it whole, '
    : '';
  const note = `${parts}, to keep to ${most} bytes; ${whole}max_bytes more of all.`;
  return {text: JSON.stringify({...body, data, cut}), notes: [note]};
}

/** The body of a tool's answer within its size. `read` answers a request that is part of the same call. */
export async function cutToSize(
  text: string,
  request: ToolRequest,
  read: (target: string) => Promise<string>,
): Promise<Fitted> {
  const {maxBytes: most, include, variant} = request;
  if (most === null || Buffer.byteLength(text) <= most) return {text, notes: []};
  const body = JSON.parse(text) as Body;
  if (Array.isArray(body.data)) {
    const isPage = Object.hasOwn(variant.query, 'limit') && body.data.length > 1;
    return isPage ? fewerRows(body, body.data, request, most, read) : {text, notes: []};
  }
  const kept = include.reduce(
    (sum, name) => sum + sizeOf((body.data as Record<string, unknown>)[name] ?? null),
    0,
  );
  return Buffer.byteLength(text) - kept <= most ? {text, notes: []} : shorterMembers(body, request, most);
}
