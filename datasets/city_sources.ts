/** Sources of municipalities: what a city file may omit, and the index of a folder of city files. */
import {readdirSync} from 'node:fs';
import {constant} from './fields.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from './municipalities.ts';
import type {Field, Layout, Source} from './types.ts';

/** A layout without what `citySource` fills in. */
export interface CityLayout extends Omit<Layout, 'optional' | 'aliases'> {
  /** Absent: none or, of a Socrata table, all columns that may be null. */
  optional?: Layout['optional'];
  aliases?: Layout['aliases'];
  /** Columns of a Socrata table that every file has, beside those of the required fields; they distinguish layouts. */
  mandatory?: readonly string[];
}

type Shared =
  | 'slug'
  | 'label'
  | 'dataset'
  | 'publisher'
  | 'license'
  | 'license_url'
  | 'encodings'
  | 'layouts';
type Defaulted = 'required' | 'key';

/** What a city file declares; `required` and `key` have defaults for each dataset. */
export interface CityDeclaration extends Omit<Source, Shared | Defaulted>, Partial<Pick<Source, Defaulted>> {
  encodings?: Source['encodings'];
  layouts: readonly CityLayout[];
}

/** What the sources of one dataset share. */
export interface CityDefaults extends Pick<Source, 'slug' | 'label' | 'dataset' | Defaulted> {
  nullTokens?: Source['nullTokens'];
  /** Fields of every record, after those of the layout. */
  fields?: Record<string, Field>;
}

/** The source of a municipality: its declaration, its row in `municipalities.ts` and the defaults of the dataset. */
export function citySource(
  slug: MunicipalitySlug,
  {fields: trailing, ...defaults}: CityDefaults,
  declaration: CityDeclaration,
): Source {
  const {name: _, province, box: __, ...publisher} = MUNICIPALITIES[slug];
  const source = {...defaults, ...publisher, encodings: ['utf-8'] as const, ...declaration};
  const sparse = source.files.every(({via}) => via.portal === 'socrata');
  const layouts = declaration.layouts.map(({mandatory = [], ...layout}): Layout => {
    const isRecord = layout.codeTable === undefined && layout.childTable === undefined;
    const leading = {municipality: constant(slug), province: constant(province)};
    const fields = isRecord ? {...leading, ...layout.fields, ...trailing} : layout.fields;
    const kept = new Set([...mandatory, ...source.required.flatMap((field) => soleColumn(fields[field]))]);
    return {
      aliases: {},
      optional: sparse ? layout.header.filter((column) => !kept.has(column)) : [],
      ...layout,
      fields,
    };
  });
  return {...source, layouts};
}

/** The column of a field that reads one; a field with several needs none of them in particular. */
function soleColumn(field: Field | undefined): readonly string[] {
  if (!field || !('from' in field)) return [];
  const columns = typeof field.from === 'string' ? [field.from] : field.from;
  return columns.length === 1 ? columns : [];
}

/**
 * Imports every `<slug>.ts` of a folder and orders the sources by the rows of `municipalities.ts`; those named in
 * `first` precede the others. Throws on a file whose name is no municipality.
 */
export async function loadCities(
  folder: URL,
  first: readonly MunicipalitySlug[] = [],
): Promise<Map<MunicipalitySlug, Source>> {
  const present = new Set(readdirSync(folder).map((file) => file.replace(/\.ts$/, '')));
  const rows = Object.keys(MUNICIPALITIES) as MunicipalitySlug[];
  const ordered = [...new Set([...first, ...rows])].filter((slug) => present.delete(slug));
  if (present.size) {
    throw new Error(`${folder.pathname} has ${[...present]}: add the row to datasets/municipalities.ts`);
  }
  const modules = ordered.map(async (slug) => {
    const module: {default: Source} = await import(new URL(`${slug}.ts`, folder).href);
    return [slug, module.default] as const;
  });
  return new Map(await Promise.all(modules));
}
