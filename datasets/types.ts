/** The vocabulary of every declaration: column, dataset, source, layout, field function, check, derived entity. */

export type Json = string | number | boolean | null | Json[] | {[name: string]: Json};

/** Types of values. `money` is DECIMAL(18,2) in CAD, `number` a DOUBLE, `text[]` a list, `rows` a list of structs. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'money'
  | 'number'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'text[]'
  | 'rows'
  | 'object'
  /** A GeoJSON geometry in WGS 84 degrees; text in the Parquet, an object in answers. */
  | 'geometry';

/** One field of a record: what it holds and where an answer shows it. */
export interface Column {
  type: ColumnType;
  /** False: never null in any kept row; a base check holds it. Lists are empty, never null. */
  nullable: boolean;
  help: string;
  /** `list`: in list items and in the detail; `detail`: only there; `internal`: in the Parquet only. */
  shown: 'list' | 'detail' | 'internal';
  example: Json;
  unit?: string;
  /** Value of the form `English | Français`, cut by `lang`. */
  bilingual?: true;
  /** Closed set of values. */
  values?: readonly string[];
  /** Fields of the items of `rows`, or of an `object`. */
  fields?: Columns;
  /** Not in the Parquet: an SQL expression over the dataset's columns (alias `r`) and its `joins`. */
  derived?: {sql: string; join?: string};
}

export type Columns = Record<string, Column>;

export type Severity = 'ERROR' | 'WARN' | 'INFO';

/** A rule over a whole dataset. ERROR keeps the old build, WARN is published with the data, INFO is noted. */
export interface Check {
  name: string;
  severity: Severity;
  /** Boolean SQL over the aggregated dataset, e.g. `count(*) FILTER (WHERE vendor IS NULL) <= 0.002 * count(*)`; `$as_of` is the data date. */
  sql: string;
  /** Why the rule and its threshold stand as they do. */
  reason: string;
}

/** One dimension of the statistics. */
export interface Grouping {
  /** SQL expression over the dataset's columns (alias `r`) and `join`; null becomes `Unknown`. */
  sql: string;
  /** The expression gives a list: a record counts once in each of its different items, an empty list in `Unknown`. */
  list?: true;
  join?: string;
  /** Groups stand by their value descending (`Unknown` last) instead of by sum. */
  chronological?: true;
  bilingual?: true;
}

/**
 * How a column may be filtered, which is what the index prepares. `exact`: one or several values, a flag. `partial`:
 * one value, and any part of the folded text. `range`: inclusive bounds.
 */
export type Filter = 'exact' | 'partial' | 'range';

export interface Dataset {
  name: string;
  title: string;
  help: string;
  /** Column that identifies a record. Hashed ids carry `prefix`; without one it is a field of the layouts, as published. */
  id: {column: string; prefix: string};
  columns: Columns;
  /** Default order, also the order of the Parquet: `date` descending, nulls last, id ascending. */
  sort: {default: string; keys: Record<string, string>};
  /** Columns that may be filtered. */
  filters: Record<string, Filter>;
  /** Columns whose words are searched together, terms in any order. */
  search?: readonly string[];
  /** How its records stand in the search over all datasets; absent: they are not searched there. */
  found?: Found;
  /**
   * Columns of WGS 84 degrees at which a record stands, null together: searches by distance find it there. `distance`
   * is the field that items have only then, behind all others; `distance` is also a sort key then.
   */
  point?: {lat: string; lng: string; distance: {name: string; column: Column}};
  /**
   * Records are areas that a point is looked up in: the column of the geometry, that of the area in square metres, and
   * those that decide between equal areas, in this order; `within`: the column whose value may restrict the lookup.
   */
  area?: {geometry: string; size: string; ties: readonly string[]; within: string};
  /** Largest share of records that a source may lose against its last part, where the setting MAX_SHRINK allows more. */
  shrink?: number;
  /** Date column whose extent `/sources` and the manifest name; null where there is none. */
  date: string | null;
  /** Named in the specification's list of datasets; others are for analysts only. */
  published: boolean;
  stats?: {groups: Record<string, Grouping>; sum: string | null};
  /** LEFT JOINs that derived columns and groups name; each matches at most one row. */
  joins?: Record<string, string>;
  checks: readonly Check[];
  sources: readonly Source[];
  /** A dataset without sources of its own: the rows of another one for which `where` (SQL, alias `r`) holds. */
  view?: {of: string; where: string};
  /** What the earlier versions of a record leave behind; see Source.versions. */
  versions?: {
    /** Columns that the first version gives; the last version gives all others. */
    from_original: readonly string[];
    /** SQL by column over the record as it stands otherwise, alias `rec`. */
    computed: Record<string, string>;
    /** Fields of the items of `amendments`: SQL over one earlier version, alias `v`. */
    amendments?: Record<string, string>;
  };
}

/** How the search over all datasets (specification 7.1) finds and names the records of a dataset or entity. */
export interface Found {
  /** Columns whose words are searched together. */
  columns: readonly string[];
  /** SQL over the columns (alias `r`) and `join`: the label; null where all of its parts are. */
  label: {sql: string; join?: string; bilingual?: true};
  /** Column that the newest results come first by, as text: that of the default order; absent: there is none. */
  date?: string;
}

/** A part of a profile that is computed for all entities at once; an answer has the rows of one. */
export interface Section {
  /** `rows`: any number for an entity, none gives the empty list. `object`: one row for every entity. */
  column: Column;
  /**
   * SELECT over the views named like the datasets and entities that gives `_key`, the value of the entity's key
   * column, and every field of `column`, for all entities. A condition on `_key` must reach the tables below it.
   */
  sql: string;
  /** ORDER BY terms over the fields; rows that are alike in them stand by all their fields. */
  order?: string;
  /** Most rows of one entity; the first in that order. */
  limit?: number;
}

/**
 * Other entities, in the default order, whose column `contains` contains the text asked for (both folded), or whose
 * column `same` equals the one of the entity itself and is not empty.
 */
export interface Related {
  name: string;
  /** Of type `rows`; its fields are columns of the entity. */
  column: Column;
  contains: string;
  same: string;
  limit: number;
}

/** An entity made of records, computed from the datasets at build time. */
export interface Derived {
  name: string;
  title: string;
  help: string;
  /** Named in the specification's list of datasets: exported and counted as one. */
  published?: true;
  columns: Columns;
  /** Name column (unique, the tie of every order) and the column that ranks namesakes. */
  key: {column: string; rank: string};
  sort: {default: string; keys: Record<string, string>};
  /** As of a dataset. */
  filters: Record<string, Filter>;
  search?: readonly string[];
  found?: Found;
  /** SELECT giving every stored column, over the views named like the datasets. `manifest`: rows are the sources. */
  sql: string | 'manifest';
  /**
   * Spellings that find the entity (1.14): SELECT giving `name`, `entity` (value of the key column) and `known`, the
   * folded text that step 1 compares; null where the entity has no profile.
   */
  names: string | null;
  /**
   * Only the first step of the resolution is taken: a name that is no known name finds nothing.
   */
  exact?: true;
  /**
   * Step 1 also finds the entities whose `column` equals what the rule makes of the text asked for, unless that is
   * empty; tried after the known names.
   */
  also_known?: {column: string; rule: 'vendor_key'};
  /** Parts of the profile that are read from other tables. */
  sections: Record<string, Section>;
  /** Other entities that the profile names, by the text asked for; the last field of the profile. */
  related?: Related;
  /**
   * How records were linked to others: SELECT giving `link` (of what to what), `rule` and `count` for the manifest and
   * the report. What was left open is counted there too, the reason in the place of the rule.
   */
  links?: string;
  /**
   * Fields of the profile in the order of the answer: the columns of the list first, in table order, then other
   * columns and `sections`, at last `related`; empty without a profile.
   */
  profile: readonly string[];
}

/* ---- sources ---- */

export type Cadence = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly' | 'irregular';

/**
 * Pages of one kind at a portal whose pages name each other. The documents of a crawl are kept together as one file:
 * a JSON object `{name, url, etag, stamp, text}` a line, ordered by name. `name` begins with the kind and a slash.
 */
export interface CrawlPage {
  kind: string;
  /** Values of the templates: each gives one page. Absent where `from` gives them. */
  each?: readonly Record<string, string>[];
  /**
   * Every row that the layout reads in the documents of this crawl gives one page; the cells of its header fill the
   * templates. `take` adds values to them by name: the part of a column that the pattern's first group takes. Rows for
   * which one of `when` does not hold give none; a page named twice is asked for once.
   */
  from?: {
    layout: string;
    take?: Record<string, {column: string; pattern: RegExp}>;
    when?: {column: string; pattern: RegExp} | readonly {column: string; pattern: RegExp}[];
  };
  /** Templates with `{column}`; in `url` its value is percent-encoded; `{column:lower}` in lower case. */
  name: string;
  url: string;
  /**
   * Column of `from` (or value of `each`) that changes whenever the page does: while it stays, the document of the
   * crawl before stands, without a request. A blank one says nothing.
   */
  stamp?: string;
  /** What the body looks like: anything else is an error page, which fails the crawl. */
  looks: RegExp;
  /**
   * A page that the portal does not have is told and passed over: 404, a redirect to a page that does not look so, or
   * a body that fits the pattern. Absent: it fails the crawl.
   */
  may_lack?: true | RegExp;
}

/** Where one file of a source comes from. `name` is its name in the snapshot store and in reports. */
export interface SourceFile {
  name: string;
  /**
   * `jsonl`: an object a line; a value that is an object or array is its JSON. `json`: `{"indexTitles": [names], "data":
   * [[cells], ...]}`, or an array of objects. `geojson`: a FeatureCollection; a row is a feature, its columns are the
   * names of `properties` and `geometry`, the JSON of its geometry. `shapefile`: a zip of one, read as if it were
   * `geojson`, its coordinates brought to WGS 84 by its `.prj`. `workbook`: sheets of XLSX or XLS; see
   * `Layout.sheet`. `documents`: what a crawl keeps; a mirror may hold the documents as files instead, in XML, JSON, HTML, or
   * text in sections.
   */
  format: 'csv' | 'jsonl' | 'json' | 'geojson' | 'shapefile' | 'workbook' | 'documents';
  /**
   * How it is fetched. `plain`: GET of `url`. `zip`: GET, then every entry that matches. `ckan-file`: GET of
   * one resource of the dataset, by its id or by the name of the file at its address; with `entries` it is a zip, of
   * which every entry that matches is read. `ckan-files`: GET of every
   * resource of the dataset whose name matches, `fallback` where the portal cannot be asked; each is a file of its own.
   * `socrata`, `arcgis`, `ckan-datastore`: all rows of a table, page by page in a stable order, a JSON object a line; the
   * portal's own count is compared at the end. Socrata rows have `:id`, `:created_at` and `:updated_at`; of ArcGIS a row
   * has the attributes and `geometry`, the GeoJSON of its geometry in WGS 84. `arcgis-items`: GET of every item in the catalogue of an ArcGIS
   * Hub whose title matches, each a file of its own. `opendatasoft`: the export of a dataset as one file, its
   * rows counted against the portal's count.
   */
  via:
    | {portal: 'plain'; url: string}
    | {portal: 'zip'; url: string; entries: RegExp}
    | {
        portal: 'ckan-file';
        base: string;
        dataset: string;
        resource: string | RegExp;
        fallback: string;
        entries?: RegExp;
      }
    | {
        portal: 'ckan-files';
        base: string;
        dataset: string;
        resources: RegExp;
        fallback: readonly {name: string; url: string}[];
        /** Each is a zip, of which every entry that matches is read. */
        entries?: RegExp;
        /** A dataset that lists no such file is told; absent: without `fallback` it fails. */
        may_lack?: true;
      }
    | {portal: 'ckan-datastore'; base: string; resource: string; page: number}
    | {portal: 'socrata'; base: string; dataset: string; page: number}
    /** `layer`: address of the layer; or of the service and how the name of the layer begins, since numbers move. `page`: rows asked for at once, halved where the server fails on them. `table`: it has no geometry. */
    | {
        portal: 'arcgis';
        layer: string | {service: string; name: RegExp};
        page: number;
        table?: true;
        where?: string;
      }
    /** The layer of a Hub whose title matches and that has geometries of a kind, if any is there; several or none fail. */
    | {portal: 'arcgis-search'; hub: string; title: RegExp; geometry: 'point' | 'polygon'; page: number}
    /** `content`: where items are downloaded, other than arcgis.com. */
    | {portal: 'arcgis-items'; hub: string; title: RegExp; content?: string}
    | {portal: 'opendatasoft'; base: string; dataset: string; form: 'csv' | 'geojson'}
    | {portal: 'crawl'; pages: readonly CrawlPage[]}
    /** A file below DATA_DIR that another program writes; the source is absent while there is none. */
    | {portal: 'local'; path: string};
}

/** Code table: canonical value -> known spellings. Spellings and `ignored` are compared folded. */
export interface CodeTable {
  name: string;
  help: string;
  /** Canonical value -> spellings seen at publishers (the canonical value itself always counts). */
  values: Record<string, readonly string[]>;
  /** Spellings that mean "no value". */
  ignored: readonly string[];
  /** Canonical value -> beginnings that also give it, tried in this order after the exact spellings. */
  beginnings?: Record<string, readonly string[]>;
  /** What an unknown spelling becomes: null with a note in the report, null silently, or itself. */
  unknown: 'note' | 'null' | 'keep';
}

/** One thing asked of a row. All that is given holds; texts are compared folded. */
export interface Test {
  /** The first of the columns that is not blank; `joined`: all that are not, parted by blanks. */
  from: readonly string[];
  joined?: true;
  /** Only what stands behind the first place of this pattern, if it has one; then only so many characters. */
  behind?: RegExp;
  first?: number;
  /** Equals one of these. */
  is?: readonly string[];
  /** Begins with one of these. */
  begins?: readonly string[];
  /** Contains one of these, anywhere. */
  has?: readonly string[];
  /** Contains one of these as whole words. */
  words?: readonly string[];
  /** The folded text fits. */
  fits?: RegExp;
  /** The cleaned text as published, its case and accents included, fits. */
  written?: RegExp;
  /** Whether there is a text at all. */
  given?: boolean;
  /** The number that the cell holds is more than this. */
  over?: number;
  /** None of the above holds. */
  not?: true;
}

/** Ordered rules that make a canonical value of several cells of a row. The first whose tests all hold decides. */
export interface Rules {
  name: string;
  help: string;
  /** `noted`: the rule is a guess of what an unknown text means, which is noted like `otherwise`. */
  rules: readonly {gives: string | null; when: readonly Test[]; noted?: true}[];
  /** Value where no rule fits; noted with the text of the columns `noted`, unless all of these are blank. */
  otherwise: string | null;
  noted: readonly string[];
}

/** A sum of columns. */
export interface Sum {
  of: readonly {column: string; factor?: number; size?: true}[];
}

/** Where a row says at which point it stands. */
export type Place =
  | {form: 'columns'; lat: string; lng: string}
  /** A cell with the GeoJSON (or WKT) of a point, or of a geometry whose first position counts. */
  | {form: 'geojson'; column: string}
  /** `latitude, longitude`, maybe in brackets, or an object with `lat` and `lon`. */
  | {form: 'pair'; column: string}
  /** Metres of a projection that proj4 knows by the definition in `datasets/codes/projections.ts`. */
  | {form: 'projected'; x: string; y: string; crs: string}
  /** Fields `lat` and `lng` of the code table of this name, by the code in `column`. */
  | {form: 'looked_up'; column: string; table: string};

/** West, south, east, north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * The closed set of field functions. Each reads named columns of the publisher's file. Unless it says otherwise a
 * blank cell gives null; a cell that is not blank but cannot be read gives null and is noted with line and text.
 */
export type Field =
  /** First of the columns that is not blank; white space collapsed, NFC. `blank`: texts that count as blank. */
  | {op: 'text'; from: readonly string[]; blank: readonly string[]; case?: 'lower' | 'upper'}
  /** As text, line breaks kept (LF), blank lines at both ends dropped. */
  | {op: 'long'; from: readonly string[]; blank: readonly string[]}
  /**
   * ISO date in the first ten characters; years 1900-2099, or from `since`. `form`: also `yyyymmdd`, maybe with
   * more behind it that begins with no digit (`compact`), `2024/03/05` and, month first, `03/05/2024` (`slashes`),
   * milliseconds since 1970, whose day in UTC it is, or a day with slashes (`epoch`), the number of a day in a workbook or
   * `14-Jan-20` (`workbook`). `plausible`: a day before 1950 or more than a year after the fetch is null and noted.
   */
  | {
      op: 'date';
      from: readonly string[];
      since?: number;
      form?: 'compact' | 'epoch' | 'slashes' | 'workbook';
      plausible?: true;
    }
  /**
   * Day of a time: in UTC where it has an offset, else as written; also `6/28/2004 12:00:00 AM`, month first. The day
   * `0001-01-01`, which stands for none, is null without a note.
   */
  | {op: 'zoned_date'; from: readonly string[]}
  /** Text of a fragment of HTML, blocks and line breaks as line feeds, tags dropped, references decoded. */
  | {op: 'html'; from: readonly string[]}
  /** Time in UTC, `YYYY-MM-DDTHH:MM:SS`, maybe with a fraction, which is dropped, or a `Z`. */
  | {op: 'timestamp'; from: readonly string[]}
  /** Texts of a cell that holds a JSON array, cleaned, blank ones left out; `among`: those that are none of these, too. */
  | {op: 'items'; from: string; among?: readonly string[]}
  /** Plain decimal number of at most 13 digits before the point, `$`, `,` and blanks dropped; two decimals. */
  | {op: 'money'; from: readonly string[]; blank?: readonly string[]; zero?: 'null'}
  /** Plain decimal number, thousands commas and blanks dropped, times `factor`, rounded to `decimals`. */
  | {op: 'number'; from: readonly string[]; factor?: number; decimals?: number; zero?: 'null'}
  /**
   * Sum of the columns that hold numbers, each times its factor; `size`: of its amount without sign. Null where all are
   * blank, and with `zero` where it is 0, unless `or` then gives another sum. `as`: its type.
   */
  | ({op: 'total'; as: 'integer' | 'number'; decimals?: number; zero?: 'null'} & Sum & {or?: Sum})
  /** Value of the first rule that fits; see Rules. */
  | {op: 'rules'; rules: Rules}
  /** The value of a field where the rules give one of these, else null. */
  | {op: 'given'; value: Field; rules: Rules; is: readonly string[]}
  /** As text, then every change made in turn at all its places, then cleaned again. */
  | {
      op: 'replaced';
      from: readonly string[];
      blank: readonly string[];
      changes: readonly (readonly [RegExp, string])[];
    }
  /**
   * Degree of latitude or longitude (WGS 84) of the first place that is given; both are null where one is blank, not a
   * number or 0, and, with a note that says so, where the point lies outside `within`.
   */
  | {op: 'degree'; axis: 'lat' | 'lng'; at: readonly Place[]; within: Box}
  /**
   * Of a cell with the GeoJSON of polygons: the repaired, canonical geometry as GeoJSON text, or its geodesic area in
   * square metres. A row without a polygon is refused, repairs are counted; see `pipeline/geometry/polygons.ts`.
   */
  | {op: 'polygon'; from: string; gives: 'geometry' | 'area'}
  /** The money column where the currency column is blank or CAD, else null without a note. */
  | {op: 'in_cad'; amount: readonly string[]; currency: string}
  | {op: 'integer'; from: readonly string[]}
  /** Canonical value of the first column that is not blank. */
  | {op: 'code'; from: readonly string[]; table: CodeTable}
  /** `English | Français`, one alone when the other is blank or equal. */
  | {op: 'bilingual'; en: string; fr: string; blank: readonly string[]}
  /** As bilingual, mapped to the official title by institution code or by either name where it is known. */
  | {op: 'department'; code?: string; en?: string; fr?: string; both?: string}
  /** One value a line, each with a leading `*`, of the first column that has any; `joined`: as one text, else a list. */
  | {op: 'lines'; from: readonly string[]; blank: readonly string[]; joined?: string}
  /** What a pattern's first group takes, every time it occurs. */
  | {op: 'matches'; from: string; pattern: RegExp}
  /** Parts of a cell, cleaned, blank ones left out; `joined`: as one text, else a list. */
  | {op: 'split'; from: readonly string[]; separator: string; blank: readonly string[]; joined?: string}
  /** One cell of the form `English|Français`: as bilingual, of the parts before and after the first bar. */
  | {op: 'both_languages'; from: string; blank: readonly string[]}
  /** Year in which a fiscal year begins, alone or with the next one (`1998`, `1998-1999`), as `1998-99`. */
  | {op: 'fiscal_year'; from: readonly string[]}
  /** All columns as one text; null where one of them is blank. */
  | {op: 'joined'; from: readonly string[]; separator: string}
  /** The columns that are not blank, parted by blanks; with another `separator` of equal ones the first. */
  | {op: 'words'; from: readonly string[]; separator?: string}
  /** Who somebody is where there is no number: first and last word of a name, and a place, folded; null where one is blank. */
  | {op: 'name_at'; name: readonly string[]; place: string}
  /** The column, or where it is blank a hash of others: stands for a number that the publisher does not give. */
  | {op: 'identifier'; from: string; blank: readonly string[]; otherwise: readonly string[]}
  /**
   * How far work is: the published word, else from its first and last day as of the day on which the file was
   * fetched: `Completed`, `In Progress` or `Not Started`; null without a day.
   */
  | {op: 'progress'; published?: string; start: readonly string[]; end: readonly string[]}
  | {op: 'first_characters'; from: string; length: number; pattern: RegExp}
  | {op: 'constant'; value: string}
  /** Address with `{column}` parts percent-encoded, where every column is given and `when` holds; else `otherwise`. */
  | {
      op: 'address';
      template: string;
      when?: {column: string; pattern: RegExp};
      otherwise: string;
      case?: 'lower';
    }
  /** Vendor key of the specification 2.6, of a text field, or of the part that the pattern's first group takes. */
  | {op: 'vendor_key'; from: readonly string[]; blank: readonly string[]; pattern?: RegExp}
  /**
   * Cell or, with `separator`, parts of a cell, looked up folded in the code table that comes with the source
   * (`Layout.codes`), by code or by name: a list of codes, null where it is unknown, or of names, the text itself where
   * it is unknown.
   */
  | {op: 'named'; from: string; table: string; gives: 'code' | 'name'; separator?: string}
  /** A field of the row of such a code table that has the cell as `code`; null where there is none. */
  | {op: 'looked_up'; from: string; table: string; gives: string; as: 'text' | 'number'}
  /** The part of a text that a pattern's first group takes, of the first column that is not blank. */
  | {op: 'extract'; from: readonly string[]; pattern: RegExp}
  /** Session of Parliament that sat on the ISO date that the pattern's first group takes, or had sat last. */
  | {op: 'session'; from: string; pattern: RegExp};

/**
 * Where the rows of a layout stand in a document. A path is names joined by `/`; `@name` is an attribute, `..` leads up
 * (from a JSON object over the array it stands in), `name[2]` and `name[-1]` pick by number from 1 or from the end,
 * `name[@language=en]` by an attribute. In JSON a name leads into every item of an array; `[]` at the beginning is an
 * array at the top, an empty path the object there. Columns of the header are paths from the row's element (`.` is
 * itself); `document:name` and `document:url` name the document. A value is the text of the element and all in it, pieces
 * of an element that has no text of its own parted by blanks; of a JSON object or array its JSON; several are parted by line feeds; null where it is absent, empty, with `xsi:nil`, or a
 * JSON null. Names of XML count with or without the prefix of their namespace. Layouts that read the same place for the
 * same use are generations of one header: of them a document has the rows of the first whose columns it has.
 */
export type DocumentRows =
  | {form: 'xml' | 'json'; at: string}
  /**
   * `page` (what the right page has) and `at` are CSS selectors, and so are the columns by name: `selector` in the row,
   * `selector@attribute` (`@attribute` of the row itself), `^selector` from the page, `~selector` the last one that
   * begins before the row, such as its heading. White space of a text means a blank.
   */
  | {form: 'html'; page: string; at: string; columns: Record<string, string>}
  /**
   * CSV in sections, each under a heading that does not begin with a quote; those whose heading fits are read. Columns
   * as in their header, and `heading`, `above`: the last heading of headings, which has no table of its own, or of a
   * heading that fits `below` the last one that does not.
   */
  | {form: 'sections'; heading: RegExp; below?: RegExp};

/** One generation of a publisher's header, and how its columns become ours. */
export interface Layout {
  name: string;
  help: string;
  /** Files of the source that it reads, by base name (of a zip: of the entry); absent: any whose header fits. */
  files?: RegExp;
  /** Its rows are parts of records, see Source.parts; absent: each is a record. */
  part?: string;
  /**
   * Its rows are the code table of this name, which fields `named` read: `code`, `name`, and other fields with other
   * names. They count as merged (`code table`); of a code that comes twice the first row stands.
   */
  codes?: string;
  /**
   * Of workbooks: every sheet is read whose rows have this cell in some row, which is the header; sheets without it are
   * passed over and told. A cell with a date is its ISO day, numbers stand in the shortest form.
   */
  sheet?: {header: RegExp};
  /** Rows are records only where this holds: all others are refused, with the reason. */
  only?: {test: Test; reason: string};
  /** Of documents: where its rows stand. A document has the rows of every layout that fits. */
  rows?: DocumentRows;
  /**
   * Of documents: it is an earlier form of the layout of this name, whose rows serve another use: it has the rows of
   * documents that lack columns of that one.
   */
  instead?: string;
  /** Names of columns that are known and left alone, so that they are not reported as unknown. */
  unread?: RegExp;
  /** Column names in file order, as published now. */
  header: readonly string[];
  /** Used columns that some files lack; every other used column is required. */
  optional: readonly string[];
  /** Earlier spelling of a column -> its name in `header`. */
  older: Record<string, string>;
  fields: Record<string, Field>;
  /** Every record is two rows, one a language: fields read `name@en` and `name@fr`. */
  pivot?: {language: string; en: string; fr: string; key: readonly string[]};
}

/**
 * Rows that are no records of their own but belong to one: the files of a joined publication, the ballots of a vote.
 * They count as merged (`part of a record`); one without its record is refused.
 */
export interface Part {
  help: string;
  /** Field of the part -> field of the record that it equals; a null one belongs to nobody. */
  of: Record<string, string>;
  /** Why a row without its record is refused, e.g. `no registration with this id`. */
  orphan: string;
  /** Why a row that equals several records is refused; absent: it belongs to each of them. */
  several?: string;
  /**
   * Fields in which the rows of one record differ: of several with the same, the last one counts, at the place of the
   * first; the others merge.
   */
  distinct?: readonly string[];
  /**
   * SQL by column of the record: an aggregate over the fields of its parts (alias `p`), whose place in the files is
   * `p._row`: `list(p.name ORDER BY p._row)`. Where several parts give a list, it holds the items of all, those of the
   * record's own field first; of other values the first that is not null stands, in the same order.
   */
  gives: Record<string, string>;
}

export interface Source {
  slug: string;
  /** Value of `source_dataset`. */
  label: string;
  dataset: string;
  /** Of an unpublished dataset: the published dataset or entity that its records become part of, as `/sources` says. */
  feeds?: string;
  publisher: string;
  license: string;
  license_url: string;
  page: string;
  cadence: Cadence;
  files: readonly SourceFile[];
  /** The publisher has no feed that is known: why, and what was looked for. It is read from a mirror all the same. */
  unconfirmed?: string;
  /** What parts the cells of its CSV files where it is no comma; a file whose first line has none has commas. */
  delimiter?: ';';
  /** Accepted encodings; `utf-16` is known by its mark, `windows-1252` taken only where the bytes are not valid UTF-8. */
  encodings: readonly ('utf-8' | 'utf-16' | 'windows-1252')[];
  layouts: readonly Layout[];
  /** Texts of a whole cell, case and all, that the publisher writes for no value. */
  nulls?: readonly string[];
  /**
   * Columns that say something of private persons. They are not asked for where a portal can leave columns out, no
   * layout uses them, and the rejects of the source say where a row stands but not what it says.
   */
  personal?: readonly string[];
  /** By the name that layouts give under `part`. */
  parts?: Record<string, Part>;
  /** Fields without which a row is refused; of a part those of its `of`. */
  required: readonly string[];
  /** Parts of the publisher's key, of the first version; record_id is their hash. Fields of the layouts. */
  key: readonly string[];
  /**
   * Where records share a key: fields of the first version that are added to the keys of all of them, then an
   * ordinal, by content, for those that share even these. Absent: all but the first of them are refused.
   */
  apart?: readonly string[];
  /** Rows that say the same in every field are records of their own, as payments are; absent: they are merged. */
  repeats?: 'separate';
  /** Files that lie beside the source's own, at the publisher or in a mirror, and are not read; published with reason. */
  left_out?: readonly {files: RegExp; what: string; reason: string}[];
  /** How rows become versions of one record. Names are fields of the layouts. */
  versions?: {
    /** Rows with the same values here may be one record; a blank one makes the row stand alone. */
    group: readonly string[];
    alone_when_blank?: string;
    /** Rows of a group belong together when they share all values of one of these (nulls share nothing); links chain. */
    links?: readonly (readonly string[])[];
    /** Versions of one record differ in these: the n-th row of a value, by `order`, belongs to the n-th record. */
    distinct?: readonly string[];
    /** SQL terms over the fields (alias `v`; `v._row` is the place in the files), first version first. */
    order: readonly string[];
    /** What the rows that are not the last version count as; absent: `earlier version`. */
    merged?: string;
    /** SQL aggregates over all versions of a record (alias `v`), to be named in `computed`. */
    aggregates?: Record<string, string>;
    /** SQL by column over the current version (alias `last`), the original (`first`) and the aggregates. */
    computed?: Record<string, string>;
    /** SQL window terms over the versions up to one (alias `v`, window `so_far`), to be named in `earlier`. */
    running?: Record<string, string>;
    /** Fields of `amendments` that differ from what the dataset says: SQL over one earlier version (alias `v`). */
    earlier?: Record<string, string>;
  };
  /** Rows as published and what becomes of them; a test runs every one. */
  examples: readonly {layout: string; in: Record<string, string>; out: Record<string, Json>}[];
}
