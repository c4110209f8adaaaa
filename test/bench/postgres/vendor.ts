/**
 * The vendor profile from PostgreSQL: the name looked for in steps, then one statement for the whole profile.
 */
import type pg from 'pg';
import {fold, vendorKey} from '../../../datasets/rules/text.ts';
import {NAMES} from './tables.ts';

const plain = (name: string): string => fold(name).replace(/[\\%_]/g, '\\$&');
const spelled = (test: string): string => `v.vendor IN (SELECT entity FROM ${NAMES} WHERE ${test})`;

/** As the service resolves a name: spelled so, known so, by its key, by a beginning, by a part. */
const STEPS: readonly {test: string; value: (name: string) => string}[] = [
  {test: spelled('name = entity AND name = $1'), value: (name) => name},
  {test: spelled('name = entity AND known = $1'), value: fold},
  {test: spelled('known = $1'), value: fold},
  {test: 'v.vendor_group = $1', value: vendorKey},
  {test: spelled("known LIKE $1 || '%'"), value: plain},
  {test: spelled("known LIKE '%' || $1 || '%'"), value: plain},
];

const PROFILE = `WITH v AS MATERIALIZED (SELECT * FROM vendors WHERE vendor = $1),
  c AS MATERIALIZED (SELECT record_id, value, department, date, source_dataset FROM contracts
    WHERE vendor_group = (SELECT vendor_group FROM v))
  SELECT row_to_json(p)::text AS data FROM (SELECT v.vendor, v.vendor_key, v.total_value, v.contract_count,
    v.last_contract_date, v.first_contract_date,
    (SELECT json_agg(d) FROM (SELECT department AS name, coalesce(sum(value), 0) AS total_value, count(*) AS contract_count
      FROM c WHERE department IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10) AS d) AS departments,
    (SELECT json_agg(d) FROM (SELECT record_id, value, department, date FROM c
      ORDER BY date DESC NULLS LAST, record_id LIMIT 10) AS d) AS recent_contracts,
    v.name_variants,
    (SELECT json_agg(d) FROM (SELECT source_dataset, coalesce(sum(value), 0) AS total_value, count(*) AS contract_count
      FROM c GROUP BY 1 ORDER BY 1) AS d) AS source_breakdown
    FROM v) AS p`;

/** JSON text of the profile, or null. */
export async function vendorProfile(pool: pg.Pool, name: string): Promise<string | null> {
  const key = await resolve(pool, name);
  if (key === null) return null;
  const {rows} = await pool.query<{data: string}>({name: 'profile', text: PROFILE, values: [key]});
  return rows[0]?.data ?? null;
}

async function resolve(pool: pg.Pool, name: string): Promise<string | null> {
  for (const [i, {test, value}] of STEPS.entries()) {
    const text = `SELECT v.vendor FROM vendors AS v WHERE ${test}
      ORDER BY v.total_value DESC NULLS LAST, v.vendor LIMIT 1`;
    const {rows} = await pool.query<{vendor: string}>({name: `step${i}`, text, values: [value(name)]});
    if (rows[0]) return rows[0].vendor;
  }
  return null;
}
