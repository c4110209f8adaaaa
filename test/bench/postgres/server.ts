/**
 * Program: a lean server in front of PostgreSQL that returns the answers of the API; PG_SOCKET, PG_POOL,
 * PG_VARIANT.
 */
import pg from 'pg';
import {serveJson} from '../json_server.ts';
import {DATABASE, OWNER} from './cluster.ts';
import {readRequest} from './requests.ts';
import {vendorProfile} from './vendor.ts';

const pool = new pg.Pool({
  host: process.env['PG_SOCKET'] ?? '',
  user: OWNER,
  database: DATABASE,
  max: Number(process.env['PG_POOL'] ?? 4),
});

interface Found {
  total: string;
  data: string | null;
  /** A JSON object with further members of `meta`. */
  more?: string;
}

/** Body of the answer, or null where nothing is found. */
async function answer(path: string, query: string): Promise<string | null> {
  const request = readRequest(path, query);
  if (request === null) return null;
  if (request.kind === 'vendor') {
    const profile = await vendorProfile(pool, request.name);
    return profile === null ? null : `{"data":${profile}}`;
  }
  const {rows} = await pool.query<Found>(request.statement);
  const row = rows[0];
  if (!row) return null;
  if (request.paging === null) return `{"data":${row.data}}`;
  const {limit, offset} = request.paging;
  const more = row.more === undefined ? '' : `,${row.more.trim().slice(1, -1)}`;
  return `{"data":${row.data ?? '[]'},"meta":{"total":${row.total},"limit":${limit},"offset":${offset}${more}}}`;
}

serveJson(answer, () => pool.end());
