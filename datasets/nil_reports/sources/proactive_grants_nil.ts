/**
 * Proactive disclosure of grants, nothing to report: institution, fiscal year and quarter of every empty
 * report.
 */
import {department, joinAll} from '../../fields.ts';
import {OGL, OPEN_CANADA, TBS} from '../../publishers/licences.ts';
import {ckanTable} from '../../publishers/portals.ts';
import {source} from '../../source.ts';

const DATASET = '432527ab-7aac-45b5-81d6-7597107a7013';

export default source({
  slug: 'proactive_grants_nil',
  label: 'Proactive Disclosure Grants and Contributions, nothing to report',
  dataset: 'nil_reports',
  publisher: TBS,
  ...OGL,
  page: `https://open.canada.ca/data/en/dataset/${DATASET}`,
  cadence: 'quarterly',
  files: [ckanTable('grants-nil', OPEN_CANADA, '4e4db232-f5e8-43c7-b8b2-439eb7d55475')],
  help: 'Header of the registry.',
  fields: {
    reporting_period: joinAll(['fiscal_year', 'quarter'], '-'),
    department: department({code: 'owner_org', both: 'owner_org_title'}),
    institution_code: 'owner_org',
  },
  required: ['reporting_period', 'institution_code'],
  key: ['institution_code', 'reporting_period'],
});
