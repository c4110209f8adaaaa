/** The hand-written first part of docs/API.md: what a caller needs before looking up an operation. */
import {OCDS_FIELDS} from '../../datasets/ocds/fields.ts';
import {TIERS, type Tier} from '../accounts/tiers.ts';
import {API_KEY_HEADER} from '../api/authenticate.ts';
import {STATUS} from '../api/error_row.ts';
import {ERRORS} from '../api/error_table.ts';
import {LIMIT} from '../ogc/items.ts';
import {block, code, table} from './markdown.ts';

const QUICK_START = [
  '## Quick start',
  'Get a key, then ask for the largest contracts of a supplier, their next page, totals by department, a search, and a whole dataset:',
  block(
    'sh',
    `KEY=$(make -s key TIER=pro NAME=me)       # or sign up at http://127.0.0.1:8080/account
API=http://127.0.0.1:8080/api/v1

curl -H "${API_KEY_HEADER}: $KEY" "$API/contracts?vendor=northline&min_value=100000&sort_by=value&limit=5"
curl -H "${API_KEY_HEADER}: $KEY" "$API/contracts?vendor=northline&min_value=100000&sort_by=value&limit=5&cursor=<meta.next_cursor>"
curl -H "${API_KEY_HEADER}: $KEY" "$API/contracts/stats?group_by=department&date_from=2024-01-01"
curl -H "${API_KEY_HEADER}: $KEY" "$API/search?q=harbour"
curl -H "${API_KEY_HEADER}: $KEY" -OJ "$API/export/grants?format=csv"`,
  ),
  `The same operations are at [\`/docs\`](http://127.0.0.1:8080/docs) with a form to try them, at \`/openapi.json\` for client
generators, and at \`/llms.txt\` for language models.`,
];

const AUTHENTICATION = [
  '## Authentication',
  `Send the key of an account in the header ${code(API_KEY_HEADER)} with every request under \`/api/v1\`. Keys are read from nowhere
else. A missing key and a wrong one are answered 401, each with its own message. Only \`GET\` and \`HEAD\` are
allowed; any web page may call the API (CORS \`*\`). How to get, replace and revoke keys: [ACCOUNTS.md](ACCOUNTS.md).`,
];

const ANSWERS = [
  '## Answers',
  table(
    ['Operation', 'Body'],
    [
      ['lists, statistics', code('{"data": [...], "meta": {"total", "limit", "offset", "next_cursor"}}')],
      ['search', '`{"data": {...}, "meta": {...}}` with a `meta` of its own'],
      ['everything else', code('{"data": {...}}')],
      ['errors', code('{"error": {"code", "message"}}')],
    ],
  ),
  `Dates are ISO 8601, timestamps UTC, money is in CAD. Fields are always present; missing values are null. \`meta.total\` is
exact. \`X-Data-As-Of\` says when the data was last fetched, and \`X-Build-Id\` which build answered.`,
  `To cite a list or a record, put the build and the page in one address: \`/builds/<X-Build-Id>/en/contracts?vendor=north\`. It leads to the page
while the service has that build, and is answered 410 afterwards, with the build that there is instead. Every page has its citation as a file, without a
key: its address with \`.cite.txt\`, \`.bib\` (BibTeX), \`.ris\` or \`.csl.json\`, such as \`/en/contracts.bib?vendor=north\`. An export is cited by its list.`,
];

const PARAMETERS = [
  '## Parameters',
  `All filters of a request must hold. Text is compared without accents, case, invisible characters and extra white space: Unicode NFKD,
with quotes and dashes of one kind and \`œ\` as \`oe\`, \`æ\` as \`ae\`, \`ß\` as \`ss\`. Null matches no filter. Which
comparison a filter makes is in the Operator column of its operation ([operators](#operators)).

- \`department\` and \`institution\` find besides the names that contain the text the public bodies that it means: by acronym, in the other
  language, by a former name. Where they are several, \`meta.matched\` names them: \`RCMP\` is the police and the commission that hears
  complaints about it. An acronym is found among whole words only.
- A parameter that is nearly a known one (\`vender\`) is 400 with \`did you mean vendor?\`. Any other unknown name is ignored, and
  named in \`X-Ignored-Parameters\` and \`meta.ignored_parameters\`.
- An empty value counts as not given. Of a repeated parameter the last non-blank value counts; repeated comma lists are joined.
- A value that cannot be read is answered 400 with the name of the parameter and what it must be.
- A parameter with the rule *added* is no part of the original service; in [openapi.json](openapi.json) it has \`x-added\`, and so do
  added operations.
- \`fields\` picks fields, \`lang=en|fr|both\` picks the part of bilingual values (\`English | Français\`).`,
];

const PROFILES = [
  '## Profiles',
  `A profile is found by its name, another spelling, a rule of its kind, the acronym of a public body, the beginning or any part of a
name, in this order; among several the largest is taken. Where it was not the name, \`meta.matched_by\` says which it was (\`spelling\`,
\`key\`, \`acronym\`, \`beginning\`, \`part\`). For the last two \`meta.similar\` has up to ten others that the text may mean, with their number of records.`,
];

const PAGING = [
  '## Paging and sorting',
  `Lists and statistics take \`limit\` and \`offset\`, or \`page\` and \`per_page\`; \`limit\` and \`offset\` win over them. A \`limit\` above the
maximum of the operation is lowered to it, and \`meta.limit\` says so. To walk through a whole result, pass
\`meta.next_cursor\` as \`cursor\` with the same filters and the same sort until it is null: a page costs the same however deep it is. \`cursor\`
cannot be combined with \`offset\` or \`page\`. \`sort_by\` and \`sort_order\` choose the order; nulls come last, ties are broken by
ascending id. To get everything at once, use \`/export/{dataset}\`.`,
];

const QUESTIONS = [
  '## Facets, values and series',
  `\`facets=method,source\` on a list adds \`meta.facets\`: for each named filter the number of different values and the 20 most frequent
ones with exact counts, over the records that match the filters on all *other* fields. Values that are codes come with their names,
\`name_en\` and \`name_fr\`. \`facets=vendor\` counts names as published, \`facets=vendor_key\` vendors: each \`value\` is a key, with its name as \`label\`, and
\`vendor_key=<value>\` finds exactly as many records. Rows of statistics carry such a key as \`group_key\` where their groups have one. A key is a text with
percent signs: encode it once more in an address (\`%20\` becomes \`%2520\`). Facets are the same on every page of a walk; CSV, NDJSON and Atom have no place for them. \`/values/{dataset}/{field}?q=\` lists the values of such a filter, those that begin with the text first.

Statistics take one dimension or two (\`group_by=year,department\`): rows then also have \`then_by\` and \`then_value\`, one row for each
pair that has records. Pages and \`meta.total\` count groups of the first dimension; of the second the first 40 groups in its own order
have rows, and \`meta.then_total\` says how many there are. \`month\` and \`quarter\` are dimensions where there is a date; \`bucket\` groups
amounts between powers of ten and their halves (\`1000 to 5000\` holds 1,000 and not 5,000). \`median=true\` adds the exact median.`,
  `No amount is not an amount of zero: \`value_count\` of a row says how many of its records have one, and \`sum_value\` is null where
none has. Such groups come last. \`meta.sum_value\` and \`meta.value_count\` are those of all matching records, each once;
\`meta.overlapping: true\` says that a record may count in several groups (officials, subjects, institutions), so that groups add
up to more. \`sort_by=sum\`, \`count\` or \`label\` with \`sort_order\` orders the groups.`,
];

const HINTS = [
  '## Empty answers',
  `Where a list, statistics or a search find nothing, \`meta.hints\` says why, for at most five filters (words of a search): \`filter\`, its
\`value\` and a \`reason\`. \`no_match\`: the filter alone matches nothing; \`nearest\` has up to five values that the text nearly is, in either
language, and all values of a closed set. \`excludes\`: without it there are \`total\` records; \`and\` names a second filter that must go
with it. \`outside_period\`: the records have the days \`from\` to \`to\`. \`blank\`: the municipality publishes no such values. CSV, NDJSON
and Atom have no place for them.`,
];

const FORMATS = [
  '## Formats',
  `\`format\`, or else \`Accept\`, chooses the form of an answer: JSON everywhere; CSV and NDJSON for lists and statistics, which then carry
\`meta\` in the headers \`X-Total-Count\`, \`X-Limit\`, \`X-Offset\` and \`X-Next-Cursor\`; GeoJSON for permits and zones; NDJSON, CSV,
Parquet or the description of the CSV for exports, of permits and zoning GeoJSON, too. Answers are compressed on request. \`ETag\` with \`If-None-Match\` saves sending what you already have.`,
  `**CSV.** Digits with a zero in front, such as codes, stand between quotation marks. What the columns are, programs read from the description that the
\`Link\` with \`rel="describedby"\` of a CSV export leads to: [CSV on the Web](https://www.w3.org/TR/tabular-metadata/), with a type for each column, so that
codes stay texts. It is the same export with \`format=csvw\`; a CSV download of the site has it under its address with \`-metadata.json\` behind it.`,
  `\`excel=true\` writes CSV for spreadsheets, which look behind quotation marks: an apostrophe stands before each text that begins with \`=\`, \`+\`,
\`-\` or \`@\` and is no number; digits with a zero in front, and more than 15, are written as \`="007"\`; a text of more than 32,767 characters, which no
cell takes, is cut and ends with \` […]\`. \`excel=fr\` is the same with semicolons between cells and decimal commas. Programs such as R take plain CSV.`,
  `**Ranges.** The Parquet file of an export (\`format=parquet\`) answers \`Range\` and \`If-Range\` (RFC 9110), so that programs read of it
what they need. All ranges of one file count as one request in a minute. In DuckDB:`,
  "```sql\nCREATE SECRET (TYPE http, EXTRA_HTTP_HEADERS MAP {'X-API-Key': 'fpd_live_...'});\nSELECT department, sum(value) FROM read_parquet('https://data.example.org/api/v1/export/contracts?format=parquet') GROUP BY ALL;\n```",
  `**Files of a build.** Where the operator allows it (\`DATA_FILES\`), \`/data/<build_id>/<path>\` answers the files of the build in service and of
the one before: \`manifest.json\`, what it lists below \`parquet/\`, \`export/\` and \`changes/\`, and dictionaries for programs: \`datapackage.json\` (Data Package
2.0), \`croissant.json\`, \`dcat.jsonld\` (DCAT 3) and \`SHA256SUMS\`. \`/data/current/<path>\` leads to the current build (302).
With \`keys\` a request needs the key of a tier that exports and counts as an export; with \`public\` it needs none. A file never changes: its
\`ETag\` is its SHA-256, which \`Repr-Digest\` (RFC 9530) repeats, and \`Range\`, \`If-Range\` and \`If-None-Match\` work as above. HTTP has no
patterns like \`*.parquet\`; the manifest names the files of a dataset. In DuckDB, all of one build:`,
  block(
    'sql',
    `SET VARIABLE files = (
  SELECT list('https://data.example.org/data/' || build_id || '/' || file.path)
  FROM (SELECT build_id, unnest(datasets.contracts.files) AS file
        FROM read_json('https://data.example.org/data/current/manifest.json')));
SELECT department, sum(value) FROM read_parquet(getvariable('files')) GROUP BY ALL;`,
  ),
  `**Feeds.** \`format=atom\` on a list sorted by a date gives its page as an Atom feed (RFC 4287): a saved query that any feed reader can
follow. Each record is an entry with its title, the columns that its list shows (or those of \`fields\`), \`updated\` when the record was last
changed and \`published\` on the date that the list is sorted by; midnight UTC stands for a day, the time of the data for no date at all.
Links lead to the record's page, to its JSON and to its publisher, and \`next\` to older entries. Ids are \`urn:uuid:\` of the query and of
the path of the record (UUID version 5): the same in every build, at every address and for a contract also in \`disclosures\`. A \`tag:\` URI
(RFC 4151) would need a domain that the service owns for good. Keys are taken from the header alone. A reader that cannot send headers
takes the feed of the page, which needs no key: \`/en/contracts.atom\` with the filters of the list. The first page also names the records
of the dataset that were removed last, whatever the filters (\`at:deleted-entry\`, RFC 6721).`,
  `**Changes.** \`/changes/{dataset}?since=\` lists what was added, changed, removed and returned after a build or a time, with the values before
and the cause; \`meta.build\` is where to go on. \`/export/{dataset}?since=<build>\` gives the same as operations that make the newest export of an
older one: drop all records whose \`id\` is named, add the \`record\` of every \`upsert\`, and sort by the date of the list, newest first and
records without one last, then by id. \`X-Build-Id\` of an export names its build: send it as the next \`since\`. The 404 of a record that was
removed says when and why.`,
  `An id stays as long as the publisher keeps the key that it is made of: in disclosures the institution and the reference number of the row
that began the contract. Where a publisher withdraws that row, or lists the contract under another reference number, the record is
\`removed\` and another one is \`added\`. So are records that shared a reference number, or begin to: then number, vendor, day and value are
part of the key. Nothing links the two ids, as a contract number may belong to several contracts.`,
];

const MAPS = [
  '## Maps',
  `Permits and zoning are an **OGC API Features** (part 1, core and GeoJSON) at \`/ogc\`: QGIS (*Layer, Add Layer, Add WFS / OGC API - Features Layer*)
and GDAL open it by its address. It needs no key, as such programs send none, and counts the requests of a client address as pages
(\`SITE_PER_MINUTE\`); it is there where the pages are (\`SITE\`).`,
  block(
    'sh',
    `ogrinfo OAPIF:https://data.example.org/ogc
ogr2ogr calgary.gpkg OAPIF:https://data.example.org/ogc permits -spat -114.3 50.8 -113.8 51.3`,
  ),
  `\`/ogc/collections/permits/items\` takes \`limit\` (100 by default, at most ${LIMIT.most.toLocaleString('en-CA')}), \`bbox\` of four or six numbers, \`datetime\` and the filters of the list except
those by distance; any other parameter is 400 there, as the standard demands. \`numberMatched\` is exact, and links with \`rel\` \`next\` lead
through all features in the order of the list. The day of a permit is that of issue, else of application; zones have no days, so that each
of them matches. A box has what touches it, its edges included; no box has a record without a place. Features have the fields of list
items. \`/ogc/api\` is the OpenAPI document of these addresses; errors have the form of all others.`,
  `Whole layers are better fetched as files: \`/api/v1/export/permits?format=parquet\` and that of zoning are **GeoParquet** 1.1 files, with the
geometry as well-known binary (\`geometry_wkb\`) and a box beside it (\`bbox\`), in longitude and latitude of WGS 84 (OGC:CRS84); \`format=geojson\`
streams a whole dataset.`,
  '## Open contracting',
  `\`/api/v1/export/ocds\` has tenders, awards and contracts in the **Open Contracting Data Standard** 1.1, as JSON lines: each line is a
release package, or with \`package=records\` a record package. \`OCID_PREFIX\` begins each ocid. Business numbers, where a record of the
supplier carries one, have the scheme \`X-CA-BN\`; keys of this service \`X-FPD-...\`, since no register has a scheme for either.`,
  table(
    ['Dataset', 'Column', 'In a release'],
    Object.entries(OCDS_FIELDS).flatMap(([dataset, fields]) =>
      fields.map(({column, to, alone}) => [
        code(dataset),
        code(column),
        `${code(to)}${alone ? ', where the record is a process by itself' : ''}`,
      ]),
    ),
  ),
  `A release of an earlier version has its amount alone, and only where the current version has one. A release is dated by its notice,
award or amendment, never before the version before it; without a date it has the time at which the record last changed here.`,
];

function errors(): string[] {
  const rows = Object.values(ERRORS).map(({code: name, reason, message, when}) => [
    String(STATUS[name]),
    code(name),
    code(reason),
    code(message),
    when,
  ]);
  return [
    '## Errors',
    `Each operation lists the messages that it can give in [openapi.json](openapi.json). Branch on \`code\`, or on the reason,
which \`X-Error-Reason\` gives beside \`X-Error-Param\`, the names of the parameters at fault; messages are for people. With
\`Accept: application/problem+json\` an error is a problem (RFC 9457) that says the same and links to its explanation. \`X-Request-Id\`, on
every answer, is the id under which the service has logged it; send your own to find it there.`,
    table(['Status', 'Code', 'Reason', 'Message', 'When'], rows),
  ];
}

const amount = (value: number | null) => (value === null ? 'unlimited' : value.toLocaleString('en-CA'));

function limits(): string[] {
  const rows = Object.entries<Tier>(TIERS).map(
    ([name, {price, month, day, minute, permits, export: mayExport, searches}]) => [
      code(name),
      price,
      ...[month, day, minute, permits].map(amount),
      mayExport ? 'yes' : 'no',
      amount(searches),
    ],
  );
  return [
    '## Rate limits and tiers',
    `Requests are counted by UTC calendar month, day and minute. A request is admitted only when all three windows have room; otherwise it
is answered 429, and \`Retry-After\` says how many seconds to wait. Answers 2xx, 304, 400, 403 and 404 count one in each window; 401, 405,
429, 5xx and \`/usage\` count nothing. Every answer to a valid key carries \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` of
the window with the fewest requests left; \`/usage\` shows all three.`,
    table(
      ['Tier', 'Price', 'Month', 'Day', 'Minute', 'Largest `limit` of permits', 'Export', 'Saved searches'],
      rows,
    ),
    `Request targets are limited to 4,096 bytes, text filters to 200 characters, names of profiles to 300. Answers take at most ten
seconds; exports run as long as the client reads.`,
  ];
}

/** Headings and paragraphs in reading order. */
export const guide = (): string[] => [
  ...QUICK_START,
  ...AUTHENTICATION,
  ...ANSWERS,
  ...PARAMETERS,
  ...PROFILES,
  ...PAGING,
  ...HINTS,
  ...QUESTIONS,
  ...FORMATS,
  ...MAPS,
  ...errors(),
  ...limits(),
];
