/** Disclosures: the contracts that come from proactive disclosure. */
import {contracts} from '../contracts/schema.ts';
import proactive from '../contracts/sources/proactive_contracts.ts';
import type {Dataset} from '../types.ts';

// One publisher reports a contract once.
const {once: _once, filters, ...declared} = contracts;
const {counted_once: _counted, ...ownFilters} = filters;

export const disclosures: Dataset = {
  ...declared,
  filters: ownFilters,
  name: 'disclosures',
  title: 'Disclosures',
  help: 'The contract records of the proactive-disclosure source, under the ids they have in `contracts`.',
  view: {
    table: 'contracts',
    where: `r.source_dataset = '${proactive.label}'`,
    sources: [proactive.slug],
  },
  checks: [],
  sources: [],
};
