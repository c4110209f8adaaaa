/** /llms.txt: the service in plain text, one line for each operation. */
import {API_KEY_HEADER} from '../api/authenticate.ts';
import {BASE_PATH} from '../api/routes/index.ts';
import {NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {OGC_PATH} from '../ogc/collections.ts';

/** Shared parameters are described once, above the list. */
function line({path, route, identifiers, exampleTarget}: Operation): string {
  const names = Object.keys(route.own.parameters);
  const limit = 'limit' in route ? ` limit default ${route.limit}, at most ${route.max}.` : '';
  const takes = names.length > 0 ? ` Parameters: ${names.join(', ')}.` : '';
  const named = Object.entries(identifiers).map(([name, {values}]) =>
    values ? ` {${name}} is one of: ${values.join(', ')}.` : '',
  );
  return `- GET ${path}: ${route.summary}.${named.join('')}${takes}${limit} Example: ${exampleTarget}`;
}

/** The text of /llms.txt. */
export function llmsText(examples = NO_EXAMPLES): string {
  return `# Federal public data

Canadian public data as read-only JSON over HTTP, under ${BASE_PATH}.
Send the key of an account in the header ${API_KEY_HEADER}. Only GET and HEAD are allowed.

Lists and statistics answer {"data": [...], "meta": {"total", "limit", "offset", "next_cursor"}};
everything else {"data": {...}}, the search with a "meta" of its own; errors {"error": {"code", "message"}}. Lists and
statistics take limit, offset or page, per_page, cursor, format (json, csv, ndjson; permits also geojson; lists sorted by date
also atom) and fields. Most lists take facets: names of filters whose most frequent values meta.facets counts. Exports
take format (ndjson, csv, parquet, csvw; permits and zoning also geojson), fields and the filters of the list of their dataset, and need a key of the Pro or Enterprise
tier. Every operation takes lang (en, fr, both). Text filters ignore case and accents. Money is in CAD, dates are ISO 8601.

## Operations

${operations(examples).map(line).join('\n')}

## Without a key

${KEYLESS.map(({path, summary}) => `- GET ${path}: ${summary}.`).join('\n')}

## Maps

OGC API Features at ${OGC_PATH}, without a key: permits and zoning as GeoJSON features by bbox, datetime and the filters of their lists.

## Limits

The tier of an account limits its requests by UTC minute, day and month; ${BASE_PATH}/usage shows what is left and
counts nothing. Every answer to a valid key carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (Unix
epoch seconds) of the window with the fewest requests left. A 429 says in Retry-After how many seconds to wait.
Request targets have at most 4,096 bytes, text filters 200 characters, names of profiles 300. A limit above the maximum of an
operation is lowered to it. A question that takes more than 2 seconds of processor time is refused with
QUERY_TOO_EXPENSIVE; exports run as long as they are read.

## Links

- /openapi.json: every parameter, field, message and an example answer of each operation
- /docs: the same as a page with a form to try
`;
}
