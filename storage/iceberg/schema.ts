/**
 * Iceberg schemas of tables. Readers find columns by numbers, which the Parquet of a build does not carry: a name mapping in the
 * table's properties says which column has which. A column keeps its number from build to build as long as its type is the same.
 */
import type {DeltaType} from './delta_log.ts';

export type IcebergType = string | IcebergList | IcebergStruct;

export interface IcebergList {
  type: 'list';
  'element-id': number;
  'element-required': false;
  element: IcebergType;
}

export interface IcebergField {
  id: number;
  name: string;
  required: false;
  type: IcebergType;
}

export interface IcebergStruct {
  type: 'struct';
  fields: IcebergField[];
}

export interface IcebergSchema extends IcebergStruct {
  'schema-id': number;
}

/** Iceberg's timestamps without a zone are ours. */
const TYPES: Record<string, string> = {
  string: 'string',
  long: 'long',
  double: 'double',
  boolean: 'boolean',
  date: 'date',
  timestamp_ntz: 'timestamp',
};

function primitiveOf(type: string): string {
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/.exec(type) ?? [];
  const known = scale === undefined ? TYPES[type] : `decimal(${precision}, ${scale})`;
  if (known === undefined) throw new Error(`the Delta type ${type} has no counterpart in Iceberg`);
  return known;
}

/** Gives numbers to columns and list elements: those that they had, else new ones. */
export class FieldIds {
  readonly #known = new Map<string, number>();
  /** The highest number that was ever given. */
  last: number;

  constructor(schemas: readonly IcebergSchema[], last: number) {
    this.last = last;
    for (const schema of schemas) this.#remember('', schema);
  }

  #remember(path: string, type: IcebergType): void {
    if (typeof type === 'string') return;
    if (type.type === 'list') {
      this.#known.set(keyOf(`${path}.element`, type.element), type['element-id']);
      this.#remember(`${path}.element`, type.element);
      return;
    }
    for (const field of type.fields) {
      this.#known.set(keyOf(`${path}.${field.name}`, field.type), field.id);
      this.#remember(`${path}.${field.name}`, field.type);
    }
  }

  of(path: string, kind: DeltaType): number {
    const key = `${path} ${typeof kind === 'string' ? primitiveOf(kind) : kind.type === 'array' ? 'list' : 'struct'}`;
    const id = this.#known.get(key) ?? ++this.last;
    this.#known.set(key, id);
    return id;
  }
}

const keyOf = (path: string, type: IcebergType): string =>
  `${path} ${typeof type === 'string' ? type : type.type}`;

/** The Iceberg type of a Delta type. Throws where it has none. */
export function icebergType(type: DeltaType, ids: FieldIds, path = ''): IcebergType {
  if (typeof type === 'string') return primitiveOf(type);
  if (type.type === 'array') {
    const element = `${path}.element`;
    const id = ids.of(element, type.elementType);
    return {
      type: 'list',
      'element-id': id,
      'element-required': false,
      element: icebergType(type.elementType, ids, element),
    };
  }
  const fields = type.fields.map((field): IcebergField => {
    const inner = `${path}.${field.name}`;
    const id = ids.of(inner, field.type);
    return {id, name: field.name, required: false, type: icebergType(field.type, ids, inner)};
  });
  return {type: 'struct', fields};
}

interface MappedName {
  'field-id': number;
  names: [string];
  fields?: MappedName[];
}

/** The value of the property `schema.name-mapping.default` for a schema. */
export function nameMapping(type: IcebergType): MappedName[] {
  if (typeof type === 'string') return [];
  const entry = (id: number, name: string, inner: IcebergType): MappedName => {
    const fields = nameMapping(inner);
    return {'field-id': id, names: [name], ...(fields.length ? {fields} : {})};
  };
  if (type.type === 'list') return [entry(type['element-id'], 'element', type.element)];
  return type.fields.map(({id, name, type: inner}) => entry(id, name, inner));
}
