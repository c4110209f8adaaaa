/** Where files come from: portals, crawls, formats. */

export type Cadence = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly' | 'irregular';

/**
 * One kind of page in a crawl, where pages lead to each other. The documents of a crawl are stored as one
 * file, a JSON object `{name, url, etag, stamp, text}` per line, ordered by name. `name` begins with the kind
 * and a slash.
 */
export interface CrawlPage {
  kind: string;
  /** Values for the templates, one page each. Absent if `from` supplies them. */
  seeds?: readonly Record<string, string>[];
  /**
   * Every row that the layout reads in documents of this crawl leads to one page; the row's cells fill the
   * templates. `captures` adds values: the first group of a pattern over a column. Rows for which any of
   * `when` fails give no page; a page named twice is requested once.
   */
  from?: {
    layout: string;
    captures?: Record<string, {column: string; pattern: RegExp}>;
    when?: {column: string; pattern: RegExp} | readonly {column: string; pattern: RegExp}[];
  };
  /** Templates with `{column}`, percent-encoded in `url`; `{column:lower}` in lower case. */
  name: string;
  url: string;
  /**
   * Column of `from`, or value of a seed, that changes whenever the page does: while it is unchanged and not
   * blank, the document of the previous crawl is reused without a request.
   */
  changeStamp?: string;
  /** Matches every valid body; anything else is an error page and fails the crawl. */
  mustMatch: RegExp;
  /**
   * A missing page (404, a redirect to a page that does not match, or a body that matches this pattern) is
   * reported and skipped; absent: it fails the crawl.
   */
  mayBeMissing?: true | RegExp;
}

/** One file of a source. `name` is its name in the snapshot store and in reports. */
export interface SourceFile {
  name: string;
  /**
   * Its rows are those of a closed period and mean something without the other files: where it cannot be
   * fetched or read, its last good snapshot stands in, or nothing, with a warning. Of yearly files all years
   * but the newest do.
   */
  standsAlone?: true;
  /**
   * `jsonl`: an object per line; nested objects and arrays become JSON text. `json`: `{"indexTitles":
   * [names], "data": [[cells], ...]}`, or an array of objects. `geojson`: a FeatureCollection; a feature is a
   * row with its `properties` and `geometry` as columns. `shapefile`: a zipped shapefile, read like `geojson`
   * and transformed to WGS 84 by its `.prj`. `workbook`: sheets of XLSX or XLS; see `Layout.sheet`.
   * `documents`: the documents of a crawl; a mirror may hold them as single files instead, in XML, JSON, HTML
   * or sectioned text.
   */
  format: 'csv' | 'jsonl' | 'json' | 'geojson' | 'shapefile' | 'workbook' | 'documents';
  /**
   * How it is fetched. `plain`: GET of `url`. `ckan-file`: one resource of the dataset, by its id or by the
   * file name in its address. With `entries` the file of either is a zip, and its matching entries are read.
   * `ckan-files`: every resource whose name matches, a file each, or `fallback` if the portal does not
   * respond. `socrata`, `arcgis`, `ckan-datastore`: all rows of a table, page by page in a stable order, one
   * JSON object per line, compared with the portal's own count. Socrata rows have `:id`, `:created_at` and
   * `:updated_at`; ArcGIS rows have the attributes and `geometry`, GeoJSON in WGS 84. `arcgis-items`: every
   * item of an ArcGIS Hub whose title matches, a file each. `opendatasoft`: the export of a dataset as one
   * file, its rows compared with the portal's count.
   */
  via:
    | {portal: 'plain'; url: string; entries?: RegExp}
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
      }
    | {portal: 'ckan-datastore'; base: string; resource: string; page: number}
    | {portal: 'socrata'; base: string; dataset: string; page: number}
    /**
     * `layer`: address of the layer, or of its service where numbers change: with the beginning of its name,
     * else the layer that has the columns which are read, of several the one with most rows. `page`: rows per
     * request, halved when the server fails. `table`: it has no geometry.
     */
    | {
        portal: 'arcgis';
        layer: string | {service: string; name?: RegExp};
        page: number;
        table?: true;
      }
    /** `content`: where items are downloaded, if not from arcgis.com. */
    | {portal: 'arcgis-items'; hub: string; title: RegExp; content?: string}
    | {portal: 'opendatasoft'; base: string; dataset: string; format: 'csv' | 'geojson'}
    | {portal: 'crawl'; pages: readonly CrawlPage[]}
    /** A file below DATA_DIR that another program writes; the source is absent while there is none. */
    | {portal: 'local'; path: string};
}

/** How a file of a portal is fetched. */
export type Via<Portal extends SourceFile['via']['portal']> = Extract<SourceFile['via'], {portal: Portal}>;
