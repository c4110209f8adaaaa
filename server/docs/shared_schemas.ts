/** Schemas that the answers of several operations share. */
import type {FoundBy} from '../../datasets/rules/bodies.ts';
import type {Columns} from '../../datasets/types.ts';
import {STATUS} from '../api/error_row.ts';
import {REASONS} from '../api/error_table.ts';
import {HEALTH, REPLICATION, SYNTHETIC} from '../api/operations/health.ts';
import {extraMetaColumns} from '../api/operations/meta.ts';
import {CODE_NAMES} from '../api/routes/answers.ts';
import {CHANGES_META} from '../api/routes/changes.ts';
import {column, integerColumn, NULLABLE, textColumn} from '../api/routes/columns.ts';
import {HINT} from '../api/routes/hints.ts';
import {type MetaName, PROFILE_META} from '../api/routes/meta.ts';
import {objectSchema, type Schema} from '../api/schema/column_schema.ts';
import {reference} from './components.ts';

/** Schemas of fields, by name. */
const schemasOf = (columns: Columns): Schema => objectSchema(columns)['properties'] as Schema;

/** A member that is there only where it is true. */
const trueSchema = (description: string): Schema => ({type: 'boolean', const: true, description});

/** Values of one facet. */
const FACET_SCHEMA: Schema = {
  type: 'object',
  required: ['total', 'values'],
  properties: {
    ...schemasOf({total: integerColumn('different values', 3)}),
    values: {
      type: 'array',
      items: {
        type: 'object',
        required: ['value', 'count'],
        properties: {
          value: {type: 'string', examples: ['Competitive']},
          count: {type: 'integer', examples: [12]},
          ...schemasOf({
            label: textColumn('only of keys: the name that people read', 'Northline Surveying Inc.'),
            ...CODE_NAMES,
          }),
        },
      },
    },
  },
};

const HINTS_SCHEMA: Schema = {
  type: 'array',
  description: 'only where nothing matches: what each filter has to do with it; absent without filters',
  items: {...objectSchema(HINT), required: ['filter', 'value', 'reason']},
};

const MATCHED_SCHEMA: Schema = {
  type: 'array',
  description:
    'only where a filter by department or institution matched several public bodies: at most 20 of them, those found by acronym first, then by name, then by another name',
  items: {
    type: 'object',
    required: ['key', 'name', 'matched_by'],
    properties: {
      key: {type: 'string', examples: ['rcmp-grc']},
      name: {type: 'string', examples: ['Royal Canadian Mounted Police | Gendarmerie royale du Canada']},
      matched_by: {type: 'string', enum: ['acronym', 'name', 'other name'] satisfies FoundBy[]},
      ...Object.fromEntries(
        ['department', 'institution'].map((name) => [
          `${name}_key`,
          {type: 'string', description: `of a filter \`${name}\`: the filter that selects this body alone`},
        ]),
      ),
    },
  },
};

const META_SCHEMA = {
  type: 'object',
  required: ['total', 'limit', 'offset', 'next_cursor'],
  properties: {
    ...schemasOf({
      total: integerColumn('matching records or groups, exact', 18432),
      limit: integerColumn('page size in effect', 50),
      offset: integerColumn('rows before this page', 0),
      next_cursor: textColumn('cursor of the next page; null on the last page', null, NULLABLE),
      sum_value: column(
        'number',
        'only for statistics: exact sum over all matching records, each once; null where nothing is summed or no record has a value',
        48250.75,
        NULLABLE,
      ),
      value_count: integerColumn(
        'only for statistics: matching records with a value of the summed field; null where nothing is summed',
        1,
        NULLABLE,
      ),
    }),
    overlapping: trueSchema(
      'only for statistics in which a record may count in several groups, which then add up to more than the records; absent in all others',
    ),
    ...schemasOf({
      then_total: integerColumn('only for statistics by two dimensions: groups of the second one', 7),
    }),
    facets: {
      type: 'object',
      description:
        'only where asked for: by facet the number of different values and the most frequent ones, at most 20, with the records that have each',
      additionalProperties: FACET_SCHEMA,
    },
    ...schemasOf({
      unknown_ids: column(
        'text[]',
        'only with `ids`: those that no record has, whatever the other filters; absent when there are none',
        ['c_0000000000000000'],
      ),
    }),
    hints: reference('schemas', 'hints'),
    matched: reference('schemas', 'matched'),
    synthetic: trueSchema(
      'only while the data is synthetic: generated for demonstration, published by no government',
    ),
    ...schemasOf({
      ignored_parameters: column(
        'text[]',
        'names of unknown parameters, as given; absent when there are none',
        ['colour'],
      ),
    }),
  },
} satisfies Schema;

/** An error for clients that ask for problems (RFC 9457). */
const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'reason'],
  properties: {
    type: {type: 'string', format: 'uri', description: 'where the reason is explained'},
    title: {type: 'string', examples: ['Bad Request']},
    status: {type: 'integer', examples: [400]},
    detail: {type: 'string', description: 'the message, and what `X-Error-Detail` adds'},
    code: {type: 'string', enum: Object.keys(STATUS)},
    reason: {type: 'string', enum: REASONS},
    ...schemasOf({
      parameters: column('text[]', 'names of the parameters at fault; absent where there are none', [
        'limit',
      ]),
    }),
  },
};

/** The shared `meta` with further members. */
export function metaWith(extra_meta: readonly MetaName[]): Schema {
  const {required, properties} = objectSchema(extraMetaColumns(extra_meta)) as typeof META_SCHEMA;
  return {
    type: 'object',
    required: [...META_SCHEMA.required, ...required],
    properties: {...META_SCHEMA.properties, ...properties},
  };
}

/** A page of changes, of whatever they are. */
const changesPage = (): Schema => ({
  type: 'object',
  required: ['data', 'meta'],
  properties: {
    data: {type: 'array', items: reference('schemas', 'change')},
    meta: metaWith(CHANGES_META),
  },
});

/** Schemas that the answers of several operations share, by name. */
export const SHARED_SCHEMAS: Schema = {
  meta: META_SCHEMA,
  matched: MATCHED_SCHEMA,
  hints: HINTS_SCHEMA,
  profile_meta: {...objectSchema(PROFILE_META), required: ['matched_by']},
  health: {...objectSchema({...HEALTH, ...REPLICATION, ...SYNTHETIC}), required: Object.keys(HEALTH)},
  error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {code: {type: 'string', enum: Object.keys(STATUS)}, message: {type: 'string'}},
      },
    },
  },
  problem: PROBLEM_SCHEMA,
  changes: changesPage(),
};
