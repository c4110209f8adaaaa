/** The vocabulary of where files come from: portals, crawls, forms. */

export type Cadence = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly' | 'irregular';

/**
 * Pages of one kind at a portal whose pages name each other. The documents of a crawl are kept together as one file:
 * a JSON object `{name, url, etag, stamp, text}` a line, ordered by name. `name` begins with the kind and a slash.
 */
export interface CrawlPage {
  kind: string;
  /** Values of the templates: each gives one page. Absent where `from` gives them. */
  seeds?: readonly Record<string, string>[];
  /**
   * Every row that the layout reads in the documents of this crawl gives one page; the cells of its header fill the
   * templates. `take` adds values to them by name: the part of a column that the pattern's first group takes. Rows for
   * which one of `when` does not hold give none; a page named twice is asked for once.
   */
  from?: {
    layout: string;
    captures?: Record<string, {column: string; pattern: RegExp}>;
    when?: {column: string; pattern: RegExp} | readonly {column: string; pattern: RegExp}[];
  };
  /** Templates with `{column}`; in `url` its value is percent-encoded; `{column:lower}` in lower case. */
  name: string;
  url: string;
  /**
   * Column of `from` (or value of `each`) that changes whenever the page does: while it stays, the document of the
   * crawl before stands, without a request. A blank one says nothing.
   */
  changeStamp?: string;
  /** What the body looks like: anything else is an error page, which fails the crawl. */
  mustMatch: RegExp;
  /**
   * A page that the portal does not have is told and passed over: 404, a redirect to a page that does not look so, or
   * a body that fits the pattern. Absent: it fails the crawl.
   */
  mayBeMissing?: true | RegExp;
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
        mayBeMissing?: true;
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
    | {portal: 'opendatasoft'; base: string; dataset: string; format: 'csv' | 'geojson'}
    | {portal: 'crawl'; pages: readonly CrawlPage[]}
    /** A file below DATA_DIR that another program writes; the source is absent while there is none. */
    | {portal: 'local'; path: string};
}
