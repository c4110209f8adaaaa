/** The targets of a kind for each server: the same for all, but cursors, which are each server's own. */
import type {Kind} from './kind.ts';
import {get, type Server} from './servers.ts';
import type {Values} from './values.ts';

export interface Targets {
  /** For every server that speaks the API. */
  api: string[];
  /** For PostgreSQL: deep pages name the last row's key and id instead of a cursor. */
  postgres: string[];
}

interface Page {
  data: {date: string | null; record_id: string}[];
  meta: {next_cursor: string | null};
}

/** Requests the pages whose ends are the cursors of a walk. */
export async function targetsOf(kind: Kind, values: Values, server: Server): Promise<Targets> {
  const plain = kind.targets(values);
  if (!kind.walk) return {api: plain, postgres: plain};
  const targets: Targets = {api: [], postgres: []};
  for (const target of plain) {
    const {data, meta}: Page = JSON.parse((await get(server, target)).toString());
    const last = data.at(-1);
    if (!last || meta.next_cursor === null) continue;
    const path = target.slice(0, target.indexOf('?'));
    targets.api.push(`${path}?cursor=${meta.next_cursor}`);
    targets.postgres.push(`${path}?after_key=${last.date ?? ''}&after_id=${last.record_id}`);
  }
  if (targets.api.length === 0) throw new Error(`${kind.name}: no page has another behind it`);
  return targets;
}
