/** Complete rows of every dataset and entity from the examples of their columns. */
import {datasetOrEntity, profileSections} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import type {Tables} from './engine.ts';

/** A row with the example of every column, overridden by `given`. */
export function exampleRow(name: string, given: Row = {}): Row {
  const declaration = datasetOrEntity(name);
  const columns = {
    ...declaration.columns,
    ...('sections' in declaration ? profileSections(declaration) : {}),
  };
  const examples = Object.entries(columns).map(([column, {example}]) => [column, example] as const);
  return {...Object.fromEntries<Json>(examples), ...given};
}

const hex = (n: number) => n.toString(16).padStart(16, '0');

/** Dates, values and departments that repeat and are null now and then, so that ties and nulls occur. */
function record(name: string, prefix: string, n: number): Row {
  return exampleRow(name, {
    record_id: `${prefix}${hex(n)}`,
    date: n % 7 === 0 ? null : `202${n % 4}-0${(n % 9) + 1}-15`,
    value: n % 5 === 0 ? null : (n % 6) * 1000.25,
    vendor: n % 11 === 0 ? null : `Vendor "${n % 8}", Inc.`,
    department: n % 3 === 0 ? 'Parks Canada | Parcs Canada' : 'Health Canada | Santé Canada',
    solicitation_number: n % 4 === 0 ? 'WS/44 É' : null,
  });
}

const records = (name: string, prefix: string, count: number) =>
  Array.from({length: count}, (_, n) => record(name, prefix, n));

/** About a hundred rows over all tables. */
export function exampleTables(): Tables {
  return {
    contracts: records('contracts', 'c_', 60),
    disclosures: records('disclosures', 'c_', 30),
    awards: records('awards', 'a_', 12),
    tenders: records('tenders', 't_', 9),
    vendors: [
      exampleRow('vendors'),
      exampleRow('vendors', {vendor: 'A+B/C & 100% Ltd', vendor_key: 'A%2BB%2FC%20%26%20100%25%20Ltd'}),
    ],
    departments: [exampleRow('departments')],
    sources: [exampleRow('sources')],
  };
}
