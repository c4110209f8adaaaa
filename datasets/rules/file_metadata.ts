/**
 * Key-value metadata of Parquet files: what the rows are, who published them, under which licence, in which
 * units.
 */
import {licenceOf} from '../licence_of.ts';
import type {Columns, Dataset, Derived, Source} from '../types.ts';
import {ident, literal} from './sql.ts';
import {storedColumns} from './sql_types.ts';

/** What a file says of a source of its rows. */
type Published = Pick<Source, 'label' | 'slug' | 'publisher' | 'license' | 'license_url' | 'page'>;

/** Units by column, e.g. `value: CAD; original_value: CAD`. */
const unitsOf = (columns: Columns): string =>
  storedColumns(columns)
    .flatMap(([name, column]) => (column.unit ? [`${name}: ${column.unit}`] : []))
    .join('; ');

/** Different texts in their order, separated by semicolons. */
const all = (texts: readonly string[]): string => [...new Set(texts)].join('; ');

/** Conditions of the licences beyond those of open ones; empty if all are open. */
function termsOf(sources: readonly Published[]): Record<string, string> {
  const terms = sources.flatMap((one) => licenceOf(one).terms ?? []);
  return terms.length === 0 ? {} : {licence_terms: all(terms.map(({en}) => en))};
}

/** The metadata of a file with rows of these sources. Without a clock: equal rows give equal bytes. */
export function fileMetadata(
  {name, title, help, columns}: Pick<Dataset | Derived, 'name' | 'title' | 'help' | 'columns'>,
  sources: readonly Published[],
  synthetic: boolean,
): Record<string, string> {
  return {
    dataset: name,
    title,
    description: help,
    ...(sources.length > 0
      ? {
          source: all(sources.map(({label}) => label)),
          source_slug: all(sources.map(({slug}) => slug)),
          publisher: all(sources.map(({publisher}) => publisher)),
          licence: all(sources.map(({license}) => license)),
          licence_url: all(sources.map(({license_url}) => license_url)),
          attribution: all(sources.map((one) => licenceOf(one).attribution.en)),
          attribution_fr: all(sources.map((one) => licenceOf(one).attribution.fr)),
          ...termsOf(sources),
          source_url: all(sources.map(({page}) => page)),
        }
      : {}),
    units: unitsOf(columns),
    ...(synthetic ? {synthetic: 'true: generated rows, published by no government'} : {}),
  };
}

/** The option of COPY that writes them; nothing without metadata. */
export function metadataOption(about: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(about).map(([name, text]) => `${ident(name)}: ${literal(text)}`);
  return pairs.length ? `, KV_METADATA {${pairs.join(', ')}}` : '';
}
