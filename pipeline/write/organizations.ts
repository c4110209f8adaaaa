/** Merges the published names of a build into organizations, between two tables of its database. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {chunksOf} from '../../builds/duckdb_stream.ts';
import type {Derived} from '../../datasets/types.ts';
import {mergeOrganizations} from './merge_organizations.ts';
import type {PublishedName} from './organization_nodes.ts';

/** Names by name, business number and province. The other names of a record come as lists. */
const NAMES = (bilingual: string) => `
  WITH own AS (
    SELECT name, business_number, province, bool_or((dataset, role) IN (${bilingual})) AS bilingual, sum(record_count) AS records
    FROM published_names GROUP BY ALL
  ), also AS (
    SELECT name, business_number, province,
      list(other ORDER BY other) FILTER (rule = 'bilingual name') AS translations,
      list(other ORDER BY other) FILTER (rule = 'published alias') AS aliases
    FROM other_names GROUP BY ALL
  )
  SELECT o.name, o.business_number, o.province, o.bilingual, CAST(o.records AS DOUBLE), a.translations, a.aliases
  FROM own AS o LEFT JOIN also AS a ON a.name = o.name AND a.business_number IS NOT DISTINCT FROM o.business_number
    AND a.province IS NOT DISTINCT FROM o.province`;

type Texts = {items: readonly string[]} | null;

/** All names of the build; only distinct ones come out of the database. */
async function readNames(db: DuckDBConnection, bilingual: string): Promise<PublishedName[]> {
  const names: PublishedName[] = [];
  for await (const chunk of chunksOf(db, NAMES(bilingual))) {
    for (const [
      name,
      business_number,
      province,
      isBilingual,
      records,
      translations,
      aliases,
    ] of chunk.getRows())
      names.push({
        name: String(name),
        business_number: business_number as string | null,
        province: province as string | null,
        bilingual: isBilingual === true,
        records: Number(records),
        translations: (translations as Texts)?.items ?? [],
        aliases: (aliases as Texts)?.items ?? [],
      });
  }
  return names;
}

/**
 * Creates `resolved_names`, the organization of every name of `published_names`; `dropResolvedNames` drops
 * it.
 */
export async function resolveNames(
  db: DuckDBConnection,
  {others, bilingual}: NonNullable<Derived['resolved']>,
): Promise<void> {
  await db.run(`CREATE TABLE other_names AS ${others}`);
  const published = await readNames(db, bilingual);
  await db.run(`CREATE TABLE resolved_names (name VARCHAR, business_number VARCHAR, province VARCHAR, organization_key VARCHAR,
    rule VARCHAR, refused VARCHAR, legal_name VARCHAR, likeness VARCHAR, spelling VARCHAR)`);
  const appender = await db.createAppender('resolved_names');
  const append = (text: string | null) =>
    text === null ? appender.appendNull() : appender.appendVarchar(text);
  for (const [i, resolved] of mergeOrganizations(published).entries()) {
    const {name, business_number, province} = published[i]!;
    const {key, rule, refused, legal, likeness, spelling} = resolved;
    for (const text of [name, business_number, province, key, rule, refused, legal, likeness, spelling])
      append(text);
    appender.endRow();
  }
  appender.closeSync();
}

export async function dropResolvedNames(db: DuckDBConnection): Promise<void> {
  for (const table of ['other_names', 'resolved_names']) await db.run(`DROP TABLE ${table}`);
}
