/** Proactive disclosure, nothing to report: institution and quarter of every empty report. */
import {department} from '../../fields.ts';
import {OGL, OPEN_CANADA, TBS} from '../../publishers/licences.ts';
import {ckanTable} from '../../publishers/portals.ts';
import {source} from '../../source.ts';

const DATASET = 'd8f85d91-7dec-4fd1-8055-483b77225d8b';

export default source({
  slug: 'proactive_contracts_nil',
  label: 'Proactive Disclosure Contracts, nothing to report',
  dataset: 'nil_reports',
  publisher: TBS,
  ...OGL,
  page: `https://open.canada.ca/data/en/dataset/${DATASET}`,
  cadence: 'weekly',
  files: [ckanTable('contracts-nil', OPEN_CANADA, 'fa4ff6c4-e9af-4491-9d4e-2b468e415a68')],
  help: 'Header of the registry.',
  fields: {
    reporting_period: 'reporting_period',
    department: department({code: 'owner_org', both: 'owner_org_title'}),
    institution_code: 'owner_org',
  },
  required: ['reporting_period', 'institution_code'],
  key: ['institution_code', 'reporting_period'],
});
