/**
 * OGC API Features, part 1 (core, GeoJSON), over permits and zoning: map programs open `/ogc` as layers.
 * Such programs send no key, so requests count by client address, as pages do.
 */
import type {Json} from '../../datasets/types.ts';
import type {Engine} from '../../engine/types.ts';
import type {ApiContext, LogFields} from '../api/context.ts';
import {CORS} from '../api/cors.ts';
import {catchErrors} from '../api/error_response.ts';
import {ApiError} from '../api/errors.ts';
import {parseTarget, type Target} from '../api/request/target.ts';
import {addressBusy} from '../api/response.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {withLease} from '../api/with_lease.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {
  COLLECTIONS,
  collectionOf,
  describe,
  describeAll,
  link,
  OGC_PATH,
  OPENAPI_TYPE,
} from './collections.ts';
import {answerItem, answerItems, parametersOf} from './items.ts';
import {openapiOf, type Resource} from './openapi.ts';

export {OGC_PATH} from './collections.ts';

const CONFORMANCE = ['core', 'oas30', 'geojson'].map(
  (one) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${one}`,
);

const {json, geojson} = MEDIA_TYPES;

/** What an answer is made of. */
interface Asked {
  engine: Engine;
  pairs: Target['pairs'];
  /** The public address of the API, and of what is asked for. */
  base: string;
  self: string;
}

interface Route extends Resource {
  answer(asked: Asked, id: string): Json;
}

const fixed = (
  path: string,
  id: string,
  summary: string,
  answer: Route['answer'],
  type: string = json,
): Route => ({
  path,
  id,
  summary,
  type,
  parameters: {},
  answer,
});

/** What there is, below `/ogc`. */
const ROUTES: readonly Route[] = [
  fixed('', 'getLandingPage', 'Links to what this API has', ({base}) => landing(base)),
  fixed('/conformance', 'getConformance', 'What this API conforms to', () => ({conformsTo: CONFORMANCE})),
  fixed(
    '/api',
    'getApi',
    'This API as an OpenAPI 3.0 document',
    ({base}) => openapiOf(ROUTES, base),
    OPENAPI_TYPE,
  ),
  fixed('/collections', 'getCollections', 'The collections', ({engine, base}) => describeAll(engine, base)),
  ...COLLECTIONS.flatMap((collection): Route[] => {
    const path = `/collections/${collection.name}`;
    const of = collection.name;
    return [
      fixed(path, `describe_${of}`, `The collection ${of}`, ({engine, base}) =>
        describe(collection, engine, base),
      ),
      {
        path: `${path}/items`,
        id: `features_${of}`,
        summary: `Features of ${of}, in the order of its list`,
        type: geojson,
        parameters: parametersOf(collection),
        answer: ({engine, pairs, self}) => answerItems(collectionOf(of), pairs, engine, self),
      },
      {
        ...fixed(`${path}/items/{featureId}`, `feature_${of}`, `One feature of ${of}`, (asked, id) =>
          answerItem(collection, id, asked.pairs, asked.engine, asked.self),
        ),
        type: geojson,
      },
    ];
  }),
];

const landing = (base: string): Json => ({
  title: 'Building permits and zoning of Canadian municipalities',
  description: 'OGC API Features, part 1: each permit and each zone is a feature.',
  links: [
    link(base, 'self', json, 'This document'),
    link(`${base}/api`, 'service-desc', OPENAPI_TYPE, 'The API as an OpenAPI document'),
    link(`${base.slice(0, -OGC_PATH.length)}/docs`, 'service-doc', 'text/html', 'Documentation'),
    link(`${base}/conformance`, 'conformance', json, 'What the API conforms to'),
    link(`${base}/collections`, 'data', json, 'Collections'),
  ],
});

/** The route of the segments below `/ogc`, and the identifier that they end with. */
function routeOf(segments: readonly string[]): {route: Route; id: string} {
  const id = segments[3] ?? '';
  const path = segments.map((segment, at) => `/${at === 3 ? '{featureId}' : segment}`).join('');
  const route = ROUTES.find((one) => one.path === path);
  if (!route) throw new ApiError('path');
  return {route, id};
}

const CACHED = {...CORS, 'Cache-Control': 'public, max-age=300'};

function fromBuild(request: HttpRequest, context: ApiContext, target: Target, engine: Engine): HttpResponse {
  const [, ...below] = target.segments ?? [];
  const {route, id} = routeOf(below);
  const {build_id, data_as_of} = engine.info;
  const tag = entityTag(build_id, context.code, request.target);
  const shared = {...CACHED, 'X-Data-As-Of': data_as_of, Vary: 'Accept-Encoding'};
  const matched = matchEntityTag(request.headers['if-none-match'], tag);
  if (matched !== null) return {status: 304, blocks: [], headers: {ETag: matched, ...shared}, body: null};
  const base = context.origin + OGC_PATH;
  const self = context.origin + target.rawPath.replace(/\/$/, '');
  const body = Buffer.from(JSON.stringify(route.answer({engine, pairs: target.pairs, base, self}, id)));
  const headers = {'Content-Type': route.type, ...shared};
  return compressedResponse({status: 200, headers, tag, body}, request.headers['accept-encoding']);
}

/**
 * Answers a request below `/ogc`; never throws. `wait`: seconds until the address may ask again, 0: now.
 */
export function answerOgc(
  request: HttpRequest,
  context: ApiContext,
  logFields: LogFields,
  wait: number,
): HttpResponse {
  logFields.route = 'ogc';
  if (wait > 0) return addressBusy(wait);
  return catchErrors(
    () => {
      const target = parseTarget(request.target);
      const lease = context.builds.acquire();
      return withLease(lease, () => fromBuild(request, context, target, lease.engine));
    },
    context,
    logFields,
  );
}
