/**
 * Which room may import which: the one table behind `npm run rooms`, a part of `make check`.
 *
 * Rooms stand in the order of the data, lowest first. A row names the rooms that its room may import besides itself; all
 * of them stand above it, so no two rooms can import each other.
 */
const DATA = ['datasets', 'builds'];
/** The interface of the engine. */
const TYPES = 'engine/(types|conditions|map_types|build_info).ts';
const PIPELINE = [...DATA, 'pipeline/runtime'];
const STORAGE = [...DATA, 'storage'];
const INDEX = [
  ...DATA,
  TYPES,
  'engine/file',
  'engine/rowset',
  'engine/rows',
  'engine/text',
  'engine/columns',
  'engine/geo',
];
const ASKED = [
  ...DATA,
  TYPES,
  'engine/open.ts',
  'engine/rows/json_lines.ts',
  'engine/rows/line_converter.ts',
];
const BASE = ['server/log.ts', 'server/version.ts'];
const HTTP = [...ASKED, ...BASE, 'server/http', 'server/accounts', 'server/limits', 'server/labels'];

const ROOMS = [
  ['datasets', []],
  ['builds', ['datasets']],
  ['test/corpus', DATA],
  ['storage', DATA],

  ['pipeline/runtime', DATA],
  ['pipeline/geometry', []],
  ['pipeline/read', PIPELINE],
  ['pipeline/fetch', [...PIPELINE, 'pipeline/read']],
  ['pipeline/normalise', [...PIPELINE, 'pipeline/geometry', 'pipeline/read']],
  ['pipeline/write', [...PIPELINE, 'pipeline/read', 'pipeline/normalise']],
  ['pipeline/report', [...PIPELINE, 'pipeline/read', 'pipeline/write']],
  ['pipeline/check', [...PIPELINE, 'pipeline/normalise', 'pipeline/write']],
  [
    'pipeline/publish',
    [...PIPELINE, 'storage', 'pipeline/normalise', 'pipeline/write', 'pipeline/report', 'pipeline/check'],
  ],
  [
    'pipeline/steps',
    [
      ...PIPELINE,
      'pipeline/read',
      'pipeline/normalise',
      'pipeline/write',
      'pipeline/check',
      'pipeline/publish',
    ],
  ],
  [
    'pipeline/queue',
    [
      ...STORAGE,
      'pipeline/runtime',
      'pipeline/fetch',
      'pipeline/write',
      'pipeline/publish',
      'pipeline/steps',
    ],
  ],
  ['pipeline/analyse', [...PIPELINE, 'pipeline/fetch', 'pipeline/publish']],
  ['pipeline/probe', [...PIPELINE, 'pipeline/read', 'pipeline/fetch', 'pipeline/write']],
  ['pipeline/draft', [...PIPELINE, 'pipeline/read', 'pipeline/fetch', 'pipeline/write', 'pipeline/probe']],
  ['pipeline/progress', [...PIPELINE, 'pipeline/steps', 'pipeline/analyse']],
  ['pipeline/[^/]+\\.ts', [...STORAGE, 'pipeline']],

  [TYPES, DATA],
  ['engine/file', [...DATA, TYPES]],
  ['engine/rowset', DATA],
  ['engine/sql', [...DATA, TYPES, 'engine/file']],
  ['engine/text', [...DATA, 'engine/file', 'engine/rowset', 'engine/sql']],
  ['engine/rows', [...DATA, TYPES, 'engine/file', 'engine/text']],
  ['engine/columns', [...DATA, TYPES, 'engine/file', 'engine/rowset', 'engine/sql', 'engine/text']],
  ['engine/geo', [...DATA, TYPES, 'engine/file', 'engine/rowset', 'engine/sql', 'engine/columns']],
  ['engine/query', INDEX],
  ['engine/search', [...INDEX, 'engine/sql', 'engine/query']],
  ['engine/compile', [...INDEX, 'engine/sql', 'engine/search']],
  ['engine/[^/]+\\.ts', [...INDEX, 'engine/query', 'engine/search', 'engine/[^/]+\\.ts']],
  ['engine/cli', [...DATA, 'engine']],

  ['server/(log|version).ts', []],
  ['server/http', ['builds', ...BASE]],
  ['server/labels', ['datasets']],
  ['server/accounts', [...DATA, ...BASE]],
  ['server/limits', [...ASKED, ...BASE, 'server/http', 'server/accounts']],
  ['server/api', HTTP],
  ['server/tiles', [...HTTP, 'server/api']],
  ['server/ogc', [...HTTP, 'server/api']],
  ['server/site', [...HTTP, 'server/api', 'server/tiles', 'server/ogc']],
  ['server/alerts', [...HTTP, 'server/api', 'server/site']],
  ['server/mail', [...HTTP, 'server/api', 'server/site', 'server/alerts']],
  ['server/pages', [...HTTP, 'server/api', 'server/site', 'server/alerts']],
  ['server/oauth', [...HTTP, 'server/api', 'server/site', 'server/pages']],
  ['server/mcp', [...HTTP, 'server/api', 'server/site/assets.ts', 'server/pages', 'server/oauth']],
  [
    'server/admin',
    [...DATA, ...BASE, 'server/accounts', 'server/limits', 'server/api/errors.ts', 'server/alerts'],
  ],
  [
    'server/docs',
    [...HTTP, 'server/api', 'server/ogc', 'server/pages', 'server/oauth', 'server/mcp', 'server/admin'],
  ],
  [
    'server/process',
    [
      ...HTTP,
      'storage',
      'server/api',
      'server/site',
      'server/tiles',
      'server/alerts',
      'server/mail',
      'server/pages',
      'server/oauth',
      'server/mcp',
      'server/docs',
    ],
  ],
  ['server/bundle', [...DATA, 'server/site/asset_table.ts']],
  [
    'static',
    [
      ...HTTP,
      'engine/file/byte_source.ts',
      'storage',
      'server/api',
      'server/tiles',
      'server/site',
      'server/docs/documents.ts',
      'server/bundle/(assets|bundle|places).ts',
    ],
  ],
  ['server/main.ts', [...DATA, 'server']],
  ['server/serve.ts', [...DATA, 'engine/open.ts', 'server']],

  ['ground', [...DATA, 'server/tiles/(encode|pmtiles).ts']],
];

/** Tests stand beside the corpus that they test, and import what they like. */
const TESTS = '\\.test\\.tsx?$';

/** A room as a regular expression over paths; a name that ends in `.ts` is one file. */
const pathOf = (room) => `^${room.replace(/(?<!\\)\.ts/, '\\.ts')}${/\.ts$/.test(room) ? '$' : '/'}`;

/** Files of the engine beside `compile`, `cli` and `sql` that may import modules of Node: kinds of sources, loaders, writers. */
const PLATFORM = [
  'engine/file/(open_file|memory_source)\\.ts$',
  'engine/file/(build_files|load_file|named_files|read_fully|verify_file)\\.ts$',
  'engine/(file/(block_checksums|index_file|output_file)|text/(row_tokens|token_index_writer))\\.ts$',
];

/** Files that an earlier row names: `engine/types.ts` is no part of `engine/[^/]+\.ts`. */
const earlier = (index) => ROOMS.slice(0, index).map(([room]) => pathOf(room));

module.exports = {
  forbidden: [
    ...ROOMS.map(([room, may], index) => ({
      name: `room-${room.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '')}`,
      comment: `${room} imports only ${may.join(', ') || 'itself'}`,
      severity: 'error',
      from: {path: pathOf(room), pathNot: [TESTS, ...(room.includes('[') ? earlier(index) : [])]},
      to: {
        path: '^(datasets|builds|storage|pipeline|engine|server|static|test)/',
        pathNot: [room, ...may].map(pathOf),
      },
    })),
    {
      name: 'no-circle-of-files',
      severity: 'error',
      from: {},
      to: {circular: true},
    },
    {
      name: 'every-file-in-a-room',
      comment: 'a new folder needs a row in the table of rooms',
      severity: 'error',
      from: {
        path: '^(datasets|builds|storage|pipeline|engine|server|static)/',
        pathNot: ROOMS.map(([room]) => pathOf(room)),
      },
      to: {},
    },
    {
      name: 'one-file-knows-the-transport',
      severity: 'error',
      from: {
        path: '^(datasets|builds|storage|pipeline|engine|server)/',
        pathNot: '^server/http/transport\\.ts$',
      },
      to: {path: 'uws-pack|uWebSockets'},
    },
    {
      name: 'the-reader-knows-no-place-of-bytes',
      comment:
        'only kinds of sources, what opens and loads a build, and what writes an index use the platform',
      severity: 'error',
      from: {
        path: '^engine/(attach_build\\.ts$|(file|rowset|text|rows|columns|geo|query|search)/)',
        pathNot: PLATFORM,
      },
      to: {dependencyTypes: ['core']},
    },
    {
      name: 'a-site-without-a-server-answers-by-the-rooms-of-the-server',
      comment:
        'the worker asks the engine, the API, the tiles and the pages: it has no answers, formats or queries of its own',
      severity: 'error',
      from: {path: '^(?!static/)', pathNot: '^test/'},
      to: {path: '^static/'},
    },
    {
      name: 'the-worker-uses-no-platform-but-its-own',
      comment: 'what stands for a module of Node is one file of static/platform',
      severity: 'error',
      from: {path: '^static/(platform|worker)/', pathNot: '^static/worker/(blocks|builds)\\.ts$'},
      to: {dependencyTypes: ['core']},
    },
    {
      name: 'node-reads-no-pages',
      comment:
        'commands run from sources, and Node reads no JSX: what they need of pages comes from the bundle',
      severity: 'error',
      from: {
        path: [
          '^ground/make\\.ts$',
          '^server/(admin/make_key|bundle/cli|bundle/dev|process/check_ports)\\.ts$',
          '^engine/cli/',
          '^(pipeline|static|storage)/[a-z_]*cli\\.ts$',
        ],
      },
      to: {path: '\\.tsx$', reachable: true},
    },
    {
      name: 'what-runs-needs-no-development-package',
      comment: '`make demo`, `make ingest` and `make serve` install without them',
      severity: 'error',
      from: {path: '^(datasets|builds|test/corpus|storage|pipeline|engine|server|static)/', pathNot: TESTS},
      to: {dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only']},
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: {path: 'node_modules'},
    exclude: {path: '^(docs|data)/'},
  },
};
