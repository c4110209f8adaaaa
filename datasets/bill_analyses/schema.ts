/** Generated analyses of bills, the last one of each bill; the records of bills show them. */
import {listColumn, NOT_NULL} from '../columns.ts';
import type {Dataset} from '../types.ts';
import {ANALYSIS_FIELDS} from './fields.ts';
import analysis from './sources/bill_analysis.ts';

export const bill_analyses: Dataset = {
  name: 'bill_analyses',
  title: 'Bill analyses',
  help: 'Texts about bills that a language model generated from their titles and summaries (`make analyse`); no publisher made or checked them. One record per bill, the last generated one; `bills` shows it as `ai_analysis`.',
  id: {column: 'bill_id', prefix: ''},
  columns: {
    ...Object.fromEntries(Object.entries(ANALYSIS_FIELDS).map(([name, {column}]) => [name, column])),
    source_dataset: listColumn('text', 'source label', 'Generated Bill Analyses', NOT_NULL),
  },
  sort: {default: 'date', keys: {date: 'generated_at'}},
  filters: {},
  date: null,
  published: false,
  versions: {fromOriginal: [], computed: {}},
  checks: [],
  sources: [analysis],
};
