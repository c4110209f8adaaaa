/** Analyses written by `make analyse`, or by another program that follows the published schema. */
import {SECTORS} from '../../codes/sectors.ts';
import {jsonItems, multiline, timestamp} from '../../fields.ts';
import {SPEAKERS_PERMISSION} from '../../publishers/licences.ts';
import {source} from '../../source.ts';
import {ANALYSES} from '../fields.ts';

export default source({
  slug: 'bill_analysis',
  label: 'Generated Bill Analyses',
  dataset: 'bill_analyses',
  feeds: 'bills',
  publisher: 'Operator of this service | Exploitant de ce service',
  // Derived from the text of bills, whose terms apply.
  ...SPEAKERS_PERMISSION,
  page: 'https://www.parl.ca/legisinfo/en/overview',
  cadence: 'irregular',
  files: [
    {
      name: 'bill_analysis.jsonl',
      format: 'jsonl',
      via: {portal: 'local', path: ANALYSES},
    },
  ],
  layout: 'analysis',
  help: 'Keys of the published schema, docs/bill_analysis.schema.json.',
  optional: 'model',
  fields: {
    bill_id: 'bill_id',
    text_sha256: 'text_sha256',
    summary: multiline('summary'),
    key_points: jsonItems('key_points'),
    // Retired tags are dropped.
    affected_sectors: jsonItems('affected_sectors', Object.keys(SECTORS)),
    model: 'model',
    generated_at: timestamp('generated_at'),
  },
  required: ['bill_id', 'text_sha256', 'summary', 'generated_at'],
  key: ['bill_id'],
  versions: {group: ['bill_id'], order: ['v.generated_at']},
});
