/** Merges the published names of a build into organizations, between two tables of its database. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {chunksOf} from '../../builds/duckdb_stream.ts';
import type {Sql} from '../../datasets/sql_file.ts';
import {mergeOrganizations} from './merge_organizations.ts';
import type {PublishedName} from './organization_nodes.ts';

type Texts = {items: readonly string[]} | null;

/** All names of the build; only distinct ones come out of the database. */
async function readNames(db: DuckDBConnection, sql: Sql): Promise<PublishedName[]> {
  const names: PublishedName[] = [];
  for await (const chunk of chunksOf(db, String(sql))) {
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
 * Creates `resolved_names`, the organization of every name that `names` selects.
 */
export async function resolveNames(db: DuckDBConnection, names: Sql): Promise<void> {
  const published = await readNames(db, names);
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
