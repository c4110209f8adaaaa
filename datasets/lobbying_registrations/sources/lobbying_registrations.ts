/**
 * Lobbying registrations of the Commissioner of Lobbying: an archive of related CSV files, all versions since
 * 1996.
 */
import {archive, OCL, OTHER_CODES} from '../../publishers/lobbying_registry.ts';
import type {Source} from '../../types.ts';
import {DATASET, LAYOUTS, PAGE} from '../layouts.ts';
import {PARTS} from '../parts.ts';

const source: Source = {
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
  examples: [
    {
      layout: 'primary',
      in: {
        REG_ID_ENR: '484710',
        REG_TYPE_ENR: '1',
        REG_NUM_ENR: '778218-6527-1',
        EN_FIRM_NM_FIRME_AN: 'Northline Strategies',
        FR_FIRM_NM_FIRME: 'Stratégies Northline',
        RGSTRNT_NUM_DECLARANT: '778218',
        RGSTRNT_LAST_NM_DCLRNT: 'Nadeau',
        RGSTRNT_1ST_NM_PRENOM_DCLRNT: 'Priya',
        CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP: '90112',
        CLIENT_ORG_CORP_NUM: '6527',
        FR_CLIENT_ORG_CORP_NM: 'Les brasseries Dubé Ltée',
        EFFECTIVE_DATE_VIGUEUR: '2005-03-14',
        END_DATE_FIN: '2006-01-31',
        PREV_REG_ID_ENR_PRECEDNT: '484262',
      },
      out: {
        reg_id: '484710',
        registration_number: '778218-6527-1',
        registration_type: 'Consultant',
        client: 'Les brasseries Dubé Ltée',
        client_fr: 'Les brasseries Dubé Ltée',
        client_number: '6527',
        lobbyist_name: 'Priya Nadeau',
        lobbyist_id: '778218',
        lobbyist_firm: 'Northline Strategies',
        effective_date: '2005-03-14',
        end_date: '2006-01-31',
        posted_date: null,
        previous_reg_id: '484262',
        profile_id: '90112',
        source_url: 'https://lobbycanada.gc.ca/app/secure/ocl/lrs/do/vwRg?cno=6527&regId=484710',
      },
    },
    {
      layout: 'institutions',
      in: {
        REG_ID_ENR: '484710',
        INSTITUTION: 'Federal Economic Development Agency for Southern Ontario (FedDev) ',
      },
      out: {
        reg_id: '484710',
        institution: 'Federal Economic Development Agency for Southern Ontario (FedDev)',
      },
    },
    {
      layout: 'subject_details',
      in: {
        REG_ID_ENR: '484710',
        ASSOC_SUBJECT_CODES_OBJET: 'SMT-8, SMT-17',
        DESCRIPTION: 'Dredging\nof harbours',
      },
      out: {codes: ['SMT-8', 'SMT-17'], labels: ['SMT-8', 'SMT-17'], description: 'Dredging of harbours'},
    },
    {
      layout: 'subject_labels',
      in: {REG_ID_ENR: '484710', SUBJ_MATTER_OBJET: 'Environnement'},
      out: {codes: [null], labels: ['Environnement'], custom: null},
    },
    {
      layout: 'funding',
      in: {REG_ID_ENR: '908834', INSTITUTION: 'Canada Revenue Agency (CRA)', AMOUNT_MONTANT: '192648603.55'},
      out: {institution: 'Canada Revenue Agency (CRA)', amount: 192648603.55, expected: null},
    },
  ],
};

export default source;
