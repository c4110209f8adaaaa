/** Sources of municipalities: what a city file may omit, and the index of a folder of city files. */
import {TIME_ZONE} from './codes/provinces.ts';
import {constant} from './fields.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from './municipalities.ts';
import {boundsOf} from './municipality_bounds.ts';
import {type Flat, fieldsOf, type Listed, layoutOf} from './source.ts';
import type {Field, Layout, Source} from './types.ts';
import {columnsOf} from './used_columns.ts';

type Shared = 'slug' | 'label' | 'dataset' | 'publisher' | 'encodings' | 'layouts';
type Defaulted = 'required' | 'key';
/** A source may have another licence than the other ones of its city. */
type Licence = 'license' | 'license_url';

type CityParts = Omit<Source, Shared | Defaulted | Licence> &
  Partial<Pick<Source, Defaulted | Licence | 'encodings'>>;

/** What a city file declares; `required` and `key` have defaults for each dataset. */
export type ListedCity = Listed<CityParts>;
export type FlatCity = Flat<CityParts>;

/** What the sources of one dataset share. */
export interface CityDefaults extends Pick<Source, 'slug' | 'label' | 'dataset' | Defaulted> {
  nullTokens?: Source['nullTokens'];
  /** The fields that say what a record is, beside those that are required. */
  meaning?: readonly string[];
  /** Fields of every record, after those of the layout. */
  fields?: Record<string, Field>;
}

/**
 * The source of a municipality: its declaration, its row in `municipalities.ts` and the defaults of the
 * dataset. A file needs the columns without which a record means nothing, its number and what it is, and no
 * others: portals drop, add and rename the rest.
 */
export function citySource(
  slug: MunicipalitySlug,
  {fields: trailing, meaning = [], ...defaults}: CityDefaults,
  declaration: ListedCity,
): Source {
  const {name: _, province, box: __, ...publisher} = MUNICIPALITIES[slug];
  const source = {...defaults, ...publisher, encodings: ['utf-8'] as const, ...declaration};
  const layouts = declaration.layouts.map((declared): Layout => {
    const own = Object.entries(fieldsOf(declared.fields)).map(([name, field]) => [
      name,
      localised(field, slug),
    ]);
    const layout = {...declared, fields: Object.fromEntries(own)};
    if (layout.codeTable !== undefined) return layoutOf(layout);
    const leading = {municipality: constant(slug), province: constant(province)};
    const fields: Record<string, Field> = {...leading, ...layout.fields, ...trailing};
    const needed = [...source.required, ...meaning].flatMap((field) => soleColumn(fields[field]));
    const {test} = layout.where ?? {};
    const tested = test && !test.negated ? test.from : [];
    return layoutOf({
      ...layout,
      fields,
      mandatory: [layout.mandatory ?? '', ...needed, ...tested].join(', '),
    });
  });
  return {...source, layouts};
}

/** Columns that a field reads; none where there is no field. */
export const columnsRead = (field: Field | undefined): readonly string[] => (field ? columnsOf(field) : []);

/**
 * A field whose times of day are those of the clocks of the municipality, and whose points lie in its box.
 */
function localised(field: Field, slug: MunicipalitySlug): Field {
  const zone = TIME_ZONE[MUNICIPALITIES[slug].province];
  if (field.op === 'when') return {...field, value: localised(field.value, slug)};
  if (field.op === 'degree') return {...field, within: boundsOf(slug)};
  return zone && field.op === 'date' && field.form === 'epoch' ? {...field, zone} : field;
}

/** The column of a field that reads one; a field with several needs none of them in particular. */
function soleColumn(field: Field | undefined): readonly string[] {
  if (!field || !('from' in field)) return [];
  const columns = typeof field.from === 'string' ? [field.from] : field.from;
  return columns.length === 1 ? columns : [];
}

/**
 * The sources of the modules of a folder, by municipality, in the order of `municipalities.ts`; those named
 * in `first` precede the others. Throws on a module whose name is no municipality.
 */
export function orderCities(
  modules: Readonly<Record<string, {default: Source}>>,
  first: readonly MunicipalitySlug[] = [],
): Map<MunicipalitySlug, Source> {
  const present = new Map(Object.entries(modules));
  const rows = Object.keys(MUNICIPALITIES) as MunicipalitySlug[];
  const ordered = [...new Set([...first, ...rows])].filter((slug) => present.has(slug));
  const known = new Set<string>(ordered);
  const unknown = [...present.keys()].filter((name) => !known.has(name));
  if (unknown.length)
    throw new Error(`${unknown} is no municipality: add the row to datasets/municipalities.ts`);
  return new Map(ordered.map((slug) => [slug, present.get(slug)!.default]));
}
