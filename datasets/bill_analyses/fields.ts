/** Fields of a generated analysis of a bill; the columns and the published schema derive from them. */
import {SECTORS} from '../codes/sectors.ts';
import {listColumn, NOT_NULL} from '../columns.ts';
import type {Column} from '../types.ts';

/** Constraints in the terms of JSON Schema. */
export interface Shape {
  type: 'string' | 'array' | readonly ['string', 'null'];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: readonly string[];
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: true;
}

interface AnalysisField {
  column: Column;
  shape: Shape;
  /** The model generates this field; the others are recorded with its answer. */
  generated?: true;
}

const text = (help: string, example: string | null): Column =>
  listColumn('text', help, example, {nullable: example === null});
const texts = (help: string, example: readonly string[]): Column => listColumn('text[]', help, [...example]);

/** Path of the file below DATA_DIR. */
export const ANALYSES = 'analysis/bill_analysis.jsonl';

export const ANALYSIS_FIELDS: Readonly<Record<string, AnalysisField>> = {
  bill_id: {
    column: text('the bill, `<session_id>/<number>`', '44-1/C-11'),
    shape: {type: 'string', pattern: '^\\d+-\\d+/[A-Z]-\\d+[A-Z]?$'},
  },
  text_sha256: {
    column: text(
      'SHA-256 of the version of the prompt and the text that was analysed: another one asks for another analysis',
      'b52f6c2f1d0c8e5f5b3a0e0f6c6b7d4f8a1f8b8c2d1e0f9a8b7c6d5e4f3a2b1c',
    ),
    shape: {type: 'string', pattern: '^[0-9a-f]{64}$'},
  },
  summary: {
    column: text('what the bill does, in a few sentences', 'The bill creates a register of harbour lights.'),
    shape: {type: 'string', minLength: 1, maxLength: 2000},
    generated: true,
  },
  key_points: {
    column: texts('what it changes, one sentence each', ['Harbours report their lights every year.']),
    shape: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: {type: 'string', minLength: 1, maxLength: 400},
    },
    generated: true,
  },
  affected_sectors: {
    column: texts('sector tags of bills; maybe none', ['transportation']),
    shape: {type: 'array', uniqueItems: true, items: {type: 'string', enum: Object.keys(SECTORS)}},
    generated: true,
  },
  model: {
    column: {...text('what generated it, if that is known', 'example-model'), nullable: true},
    shape: {type: ['string', 'null'], minLength: 1, maxLength: 200},
  },
  generated_at: {
    column: listColumn('timestamp', 'when it was generated, UTC', '2026-11-21T06:00:00', NOT_NULL),
    shape: {type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$'},
  },
};
