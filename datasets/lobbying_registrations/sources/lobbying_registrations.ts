/**
 * Lobbying registrations of the Commissioner of Lobbying: an archive of related CSV files, all versions since
 * 1996.
 */
import {archive, OCL, OTHER_CODES} from '../../publishers/lobbying_registry.ts';
import {source} from '../../source.ts';
import {DATASET, LAYOUTS, PAGE} from '../layouts.ts';
import {PARTS} from '../parts.ts';

export default source({
  slug: 'lobbying_registrations',
  label: 'Lobbying Registrations',
  dataset: 'lobbying_registrations',
  ...OCL,
  page: PAGE,
  files: [archive('registrations_enregistrements_ocl_cal.zip', DATASET, 'zwcjycef')],
  layouts: LAYOUTS,
  childTables: PARTS,
  required: ['reg_id', 'registration_type'],
  key: ['reg_id'],
  // A row that repeats the numbers of a version is that version, published again; with other numbers it is
  // refused. Of two of one day the first counts.
  versions: {
    group: ['reg_id', 'registration_number', 'lobbyist_id', 'client_number'],
    order: ['v.posted_date NULLS FIRST', 'v._row DESC'],
    mergeReason: 'version published again',
  },
  excluded: [
    {
      files: /^Registration_ConsultantLobbyistsExport\.csv$/i,
      content: 'consultant lobbyists',
      reason: 'of a consultant registration the lobbyist is the registrant, whom the primary file names',
    },
    {
      files: /^Registration_PublicOfficeExport\.csv$/i,
      content: 'public offices held before',
      reason: 'personal histories that no field shows; what its columns are called could not be verified',
    },
    {
      files: /^Registration_CommunicationTechniquesExport\.csv$/i,
      content: 'ways of communicating',
      reason: 'no field shows them; what its columns are called could not be verified',
    },
    OTHER_CODES,
  ],
});
