/** What the city files of zoning share. */
import {citySource, columnsRead, type FlatCity} from '../city_sources.ts';
import {constant, polygon, rules} from '../fields.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../municipalities.ts';
import {type RuleRow, rulesOf} from '../rule_rows.ts';
import {fieldsOf, listLayouts} from '../source.ts';
import type {Source} from '../types.ts';
import type {ZONE_CATEGORIES} from './enums.ts';

/** Null: the publisher's data leaves the use open. */
export type CategoryRow = RuleRow<(typeof ZONE_CATEGORIES)[number] | null>;

interface Zoning {
  /**
   * Rows in order. A zone that none fits has no category, and the texts of the columns of categories are
   * reported.
   */
  categories: readonly CategoryRow[];
  /** Texts and patterns of the rows are compared with the first; absent: those of the code. */
  categoryColumns?: readonly string[];
  /** The column of the polygon, which GeoJSON of the same table names `geometry`; absent: that one. */
  geometry?: string;
}

/** The zoning of a municipality; every record links to the page of the source. */
export function zoningCity(
  slug: MunicipalitySlug,
  {categories, categoryColumns, geometry, ...declaration}: FlatCity & Zoning,
): Source {
  const {name} = MUNICIPALITIES[slug];
  const help = `canonical category of a zone of ${name}`;
  const own = fieldsOf(declaration.fields);
  const columns = categoryColumns ?? columnsRead(own['zone_code']);
  const table = rulesOf(`zone categories of ${name}`, help, columns, categories, null);
  const fields = {...own, zone_category: rules(table), ...polygon(geometry)};
  return citySource(
    slug,
    {
      slug: `${slug}_zoning`,
      label: `${slug} zoning`,
      dataset: 'zoning',
      required: ['zone_code', 'geometry'],
      key: ['zone_code', 'geometry'],
      fields: {source_url: constant(declaration.page)},
    },
    listLayouts({...(geometry ? {aliases: {geometry}} : {}), ...declaration, fields}, 'zones'),
  );
}

/** The first word is one of these codes, separated by spaces; modifiers may follow it. */
export const firstWord = (codes: string): RegExp =>
  new RegExp(`^(${codes.toLowerCase().split(' ').join('|')})( |$)`);
