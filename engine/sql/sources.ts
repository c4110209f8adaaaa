/** The rows of the source inventory (`/sources`), from the manifest. */
import type {Manifest, SourceEntry} from '../../builds/artefacts.ts';
import {periodsOf, servedAs} from '../../builds/coverage.ts';
import {unverifiedLayouts} from '../../builds/unverified.ts';
import {DERIVED, defaultOrder, SOURCES} from '../../datasets/index.ts';
import {licenceOf} from '../../datasets/licence_of.ts';
import type {Both} from '../../datasets/licences.ts';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';

/** A text in both languages, once where they are the same. */
const bilingual = ({en, fr}: Both): string => (en === fr ? en : `${en} | ${fr}`);

function sqlOf(value: string | number | boolean | string[] | object[] | null): string {
  if (value === null) return 'NULL';
  if (!Array.isArray(value)) return literal(String(value));
  const texts = value.filter((one) => typeof one === 'string');
  return texts.length === value.length
    ? `[${literals(texts)}]`
    : `CAST(${literal(JSON.stringify(value))} AS JSON)`;
}

/** The columns of a source that may be blank, as rows of the inventory. */
const coverageOf = ({coverage = {}}: SourceEntry): object[] =>
  Object.entries(coverage).map(([field, covered]) => ({field, ...covered}));

/**
 * SELECT of the loaded sources of published datasets, with every stored column of the inventory, in default
 * order.
 */
export function sourceRows(manifest: Manifest): string {
  const table = DERIVED['sources'];
  if (!table) throw new Error('datasets/derived/sources.ts is not in datasets/index.ts');
  const columns = storedColumns(table.columns);
  const periods = periodsOf(manifest);
  const rows = manifest.sources
    .flatMap((source) => {
      const served = servedAs(source);
      return served === undefined ? [] : [{source, served}];
    })
    .map(({source, served}): string => {
      const licence = licenceOf(SOURCES[source.slug] ?? {...source, license_url: source.page});
      const row: Record<string, string | number | boolean | string[] | object[] | null> = {
        source_dataset: source.label,
        slug: source.slug,
        dataset: served,
        publisher: source.publisher,
        license: source.license,
        license_id: licence.id,
        license_url: licence.url.en,
        license_url_fr: licence.url.fr,
        license_open: licence.open,
        license_terms: licence.terms && bilingual(licence.terms),
        attribution: bilingual(licence.attribution),
        source_url: source.page,
        record_count: source.kept,
        first_date: source.first_date,
        last_date: source.last_date,
        dataset_last_date: periods[served]?.to ?? null,
        last_updated: `${source.fetched_at}Z`,
        refresh_cadence: source.cadence,
        coverage: coverageOf(source),
        unverified_layouts: unverifiedLayouts(SOURCES[source.slug] ?? {layouts: []}, source),
      };
      const fields = columns.map(([name, column]) => {
        const value = row[name];
        if (value === undefined) throw new Error(`the manifest does not give ${name} of the sources`);
        return `CAST(${sqlOf(value)} AS ${sqlType(column)}) AS ${ident(name)}`;
      });
      return `SELECT ${fields.join(', ')}`;
    });
  const none = columns.map(([name, column]) => `CAST(NULL AS ${sqlType(column)}) AS ${ident(name)}`);
  rows.push(`SELECT ${none.join(', ')} WHERE false`);
  const position = `row_number() OVER (ORDER BY ${defaultOrder(table)}) - 1`;
  return `SELECT *, 0 AS _file, ${position} AS _row FROM (${rows.join(' UNION ALL ')}) ORDER BY _row`;
}
