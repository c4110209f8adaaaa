/**
 * Random requests over every operation of an OpenAPI document, with values that the data has and values that
 * are wrong.
 */

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  $ref?: string;
}

interface Parameter {
  name: string;
  in: string;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, {value?: unknown}>;
  $ref?: string;
}

export interface Operation {
  path: string;
  parameters: Parameter[];
}

export interface Request {
  target: string;
  headers: Record<string, string>;
}

/** Values seen in answers, by the name of the member that held them. */
export type Seen = Map<string, string[]>;

const MAX_SEEN = 400;

type Document = {paths: Record<string, Record<string, unknown>>};

/** Follows a local reference (`#/components/...`); other values stay as they are. */
function resolve<T extends {$ref?: string}>(document: Document, value: T): T {
  if (value.$ref === undefined) return value;
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return target as T;
}

/** Every GET of a document, in its order. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const get = item['get'] as {parameters?: Parameter[]} | undefined;
    if (!get) return [];
    const own = [...((item['parameters'] ?? []) as Parameter[]), ...(get.parameters ?? [])];
    const parameters = own.map((one) => {
      const parameter = resolve(document, one);
      return {...parameter, schema: resolve(document, parameter.schema ?? {})};
    });
    return [{path, parameters: parameters.filter((one) => one.in !== 'header')}];
  });
}

/** `/bills/{number}` and `/bills` share their values. */
const family = (path: string): string => path.split('{')[0]!.replace(/\/$/, '');

/**
 * Remembers the texts and numbers of an answer by the names of their members, of all operations and of this
 * path.
 */
export function remember(seen: Seen, value: unknown, path: string, name = ''): void {
  if (Array.isArray(value)) for (const one of value) remember(seen, one, path, name);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) remember(seen, one, path, key);
  } else if (typeof value === 'string' || typeof value === 'number') {
    for (const key of [name, `${family(path)} ${name}`]) {
      const list = seen.get(key) ?? [];
      if (list.length < MAX_SEEN) list.push(String(value));
      seen.set(key, list);
    }
  }
}

const WRONG = ['', ' ', 'maybe', '-1', '1e3', '2024-13-01', '0x10', 'é\u0301', '%', "'; --", 'a'.repeat(201)];
const TEXTS = ['a', 'north', 'services', 'développement', '2024', 'THE', 'st.', 'of the', 'zz9', 'É'];
const FORMATS = ['json', 'csv', 'ndjson', 'geojson', 'xml'];
const ACCEPTS = [
  'application/json',
  'text/csv',
  'application/x-ndjson',
  'application/geo+json',
  'text/html',
  '*/*;q=0.1',
];

/** Most items of a list that are drawn. */
const MOST_ITEMS = 6;

/** A value of one parameter, invalid on purpose in one of twelve. */
export function drawValue(parameter: Parameter, seen: Seen, random: () => number): string {
  const {name, schema = {}, example, examples} = parameter;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  if (random() < 1 / 12) return pick(WRONG);
  const {items, maxItems = MOST_ITEMS} = schema;
  if (items) {
    const count = 1 + Math.floor(random() * Math.min(MOST_ITEMS, maxItems));
    return Array.from({length: count}, () =>
      drawValue({name, in: parameter.in, schema: items}, seen, random),
    ).join();
  }
  if (schema.enum && schema.enum.length > 0) return String(pick(schema.enum));
  const types = [schema.type ?? 'string'].flat();
  if (types.includes('boolean')) return pick(['true', 'false']);
  const known = [
    ...(seen.get(name) ?? []),
    ...(seen.get(name.replace(/^(min|max)_|_(from|to|min|max)$/g, '')) ?? []),
  ];
  if (types.includes('integer') || types.includes('number')) {
    if (known.length > 0 && random() < 0.5) return pick(known);
    const [low, high] = [schema.minimum ?? 0, schema.maximum ?? 1_000_000];
    const drawn = low + random() * Math.min(high - low, 10 ** Math.floor(random() * 7));
    return String(types.includes('integer') ? Math.round(drawn) : Math.round(drawn * 100) / 100);
  }
  if (schema.format === 'date' || /date|since|until/.test(name)) {
    const dates = known.length > 0 ? known : (seen.get('date') ?? []);
    if (dates.length > 0 && random() < 0.6) return pick(dates).slice(0, 10);
    return new Date(Date.UTC(2000 + random() * 27, random() * 12, 1 + random() * 28))
      .toISOString()
      .slice(0, 10);
  }
  const given = [example, ...Object.values(examples ?? {}).map(({value}) => value)].filter(
    (one) => one !== undefined,
  );
  if (given.length > 0 && random() < 0.2) return String(pick(given));
  const all = [...seen.values()];
  const text =
    known.length > 0 ? pick(known) : all.length > 0 && random() < 0.6 ? pick(pick(all)) : pick(TEXTS);
  if (random() < 0.4) return text;
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return pick(TEXTS);
  const word = pick(words);
  return random() < 0.5 ? word : word.slice(Math.floor(random() * 3), 3 + Math.floor(random() * 4));
}

/** Parameters of which one alone is refused. */
const TOGETHER = ['lat', 'lng', 'radius_km'];

/** One request of an operation: path parameters filled in, some of the others given. */
export function requestOf(operation: Operation, seen: Seen, random: () => number): Request {
  let path = operation.path;
  const pairs: string[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const share = random() < 0.3 ? 0 : random() ** 2;
  const hasPoint = random() < share;
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      const known = seen.get(`${family(path)} ${parameter.name}`) ?? [];
      const value = known.length > 0 && random() < 0.8 ? pick(known) : drawValue(parameter, seen, random);
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value || 'x'));
    } else if (TOGETHER.includes(parameter.name) ? hasPoint : random() < share) {
      pairs.push(`${parameter.name}=${encodeURIComponent(drawValue(parameter, seen, random))}`);
    }
  }
  if (random() < 0.1) pairs.push(`format=${pick(FORMATS)}`);
  if (random() < 0.05) pairs.push(`unknown_${Math.floor(random() * 9)}=1`);
  const headers: Record<string, string> = {'Accept-Encoding': random() < 0.1 ? 'gzip' : 'identity'};
  if (random() < 0.1) headers['Accept'] = pick(ACCEPTS);
  return {target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, headers};
}
