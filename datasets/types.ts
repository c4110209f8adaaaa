/** The vocabulary of declarations: columns, datasets, entities, files, fields, sources. */

export type * from './types/columns.ts';
export type * from './types/dataset.ts';
export type * from './types/derived.ts';
export type * from './types/fields.ts';
export type * from './types/files.ts';
export type * from './types/source.ts';
