/**
 * The macros that exist wherever the pipeline runs SQL: those of texts, and what declarations call besides.
 */
import {type Sql, sqlFile} from '../sql_file.ts';
import {TEXT_MACROS} from './text.ts';

export const PIPELINE_MACROS: readonly (string | Sql)[] = [
  ...TEXT_MACROS,
  sqlFile('datasets/rules/macros.sql'),
];
