/** Lobbying registrations of the Commissioner of Lobbying: an archive of joined CSV files, all versions since 1996. */
import {REGISTRATION_TYPE} from '../../codes/lobbying.ts';
import {address, code, date, money, text, words} from '../../fields.ts';
import {
  CLIENT,
  OCL,
  OTHER_CODES,
  REGISTRANT,
  REGISTRY,
  SUBJECT_CODES,
  SUBJECTS_GIVE,
  subjectLayouts,
} from '../../lobbying.ts';
import {OPEN_CANADA} from '../../publishers.ts';
import type {Layout, Part, Source} from '../../types.ts';

const DATASET = '70ef2117-1095-4d77-80eb-b87f2bada2a4';
const PAGE = `https://open.canada.ca/data/en/dataset/${DATASET}`;
const ORPHAN = 'no registration with this id';

/** The versions of registrations. Addresses, telephones, representatives and the answers by letter are not read. */
const PRIMARY: Layout = {
  name: 'primary',
  help: 'One row a filed version of a registration.',
  files: /^Registration_PrimaryExport\.csv$/i,
  header: [
    'REG_ID_ENR',
    'REG_TYPE_ENR',
    'REG_NUM_ENR',
    'VERSION_CODE',
    'EN_FIRM_NM_FIRME_AN',
    'FR_FIRM_NM_FIRME',
    'RGSTRNT_POS_POSTE_DCLRNT',
    'FIRM_ADDRESS_ADRESSE_FIRME',
    'FIRM_TEL_FIRME',
    'FIRM_FAX_FIRME',
    'RGSTRNT_NUM_DECLARANT',
    'RGSTRNT_LAST_NM_DCLRNT',
    'RGSTRNT_1ST_NM_PRENOM_DCLRNT',
    'RO_POS_POSTE_AR',
    'RGSTRNT_ADDRESS_ADRESSE_DCLRNT',
    'RGSTRNT_TEL_DCLRNT',
    'RGSTRNT_FAX_DCLRNT',
    'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP',
    'CLIENT_ORG_CORP_NUM',
    'EN_CLIENT_ORG_CORP_NM_AN',
    'FR_CLIENT_ORG_CORP_NM',
    'CLIENT_ORG_CORP_ADDRESS_ADRESSE_CLIENT_ORG_CORP',
    'CLIENT_ORG_CORP_TEL',
    'CLIENT_ORG_CORP_FAX',
    'REP_LAST_NM_REP',
    'REP_1ST_NM_PRENOM_REP',
    'REP_POSITION_POSTE_REP',
    'EFFECTIVE_DATE_VIGUEUR',
    'END_DATE_FIN',
    'PARENT_IND_SOC_MERE',
    'COALITION_IND',
    'SUBSIDIARY_IND_FILIALE',
    'DIRECT_INT_IND_INT_DIRECT',
    'GOVT_FUND_IND_FIN_GOUV',
    'FY_END_DATE_FIN_EXERCICE',
    'CONTG_FEE_IND_HON_COND',
    'PREV_REG_ID_ENR_PRECEDNT',
    'POSTED_DATE_PUBLICATION',
  ],
  optional: [
    'FR_FIRM_NM_FIRME',
    'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP',
    'PREV_REG_ID_ENR_PRECEDNT',
    'POSTED_DATE_PUBLICATION',
  ],
  older: {},
  fields: {
    reg_id: text('REG_ID_ENR'),
    registration_number: text('REG_NUM_ENR'),
    registration_type: code('REG_TYPE_ENR', REGISTRATION_TYPE),
    client: CLIENT,
    client_fr: text('FR_CLIENT_ORG_CORP_NM'),
    client_number: text('CLIENT_ORG_CORP_NUM'),
    lobbyist_name: REGISTRANT,
    lobbyist_id: text('RGSTRNT_NUM_DECLARANT'),
    lobbyist_firm: text(['EN_FIRM_NM_FIRME_AN', 'FR_FIRM_NM_FIRME']),
    effective_date: date('EFFECTIVE_DATE_VIGUEUR'),
    end_date: date('END_DATE_FIN'),
    posted_date: date('POSTED_DATE_PUBLICATION'),
    previous_reg_id: text('PREV_REG_ID_ENR_PRECEDNT'),
    profile_id: text('CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP'),
    source_url: address({
      template: `${REGISTRY}/vwRg?cno={CLIENT_ORG_CORP_NUM}&regId={REG_ID_ENR}`,
      otherwise: PAGE,
    }),
  },
};

/** A file whose rows name their registration. */
const child = (layout: Omit<Layout, 'older' | 'fields'> & Partial<Layout>): Layout => ({
  older: {},
  ...layout,
  fields: {reg_id: text('REG_ID_ENR'), ...layout.fields},
});

/** The file was seen to name the registration in some copies and the profile of the client in others. */
const inHouse = (part: string, key: string, field: string): Layout => ({
  name: part,
  help: `Lobbyists of in-house filings, by \`${key}\`.`,
  files: /^Registration_InHouseLobbyistsExport\.csv$/i,
  part,
  header: [key, 'LBBYST_ID_LBBYST', 'LBBYST_LAST_NM_LBBYST', 'LBBYST_1ST_NM_PRENOM_LBBYST'],
  optional: ['LBBYST_LAST_NM_LBBYST', 'LBBYST_1ST_NM_PRENOM_LBBYST'],
  older: {LBBYST_FIRST_NM_PRENOM_LBBYST: 'LBBYST_1ST_NM_PRENOM_LBBYST'},
  fields: {[field]: text(key), name: words(['LBBYST_1ST_NM_PRENOM_LBBYST', 'LBBYST_LAST_NM_LBBYST'])},
});

const IN_HOUSE_LOBBYISTS = 'in_order(list(p.name ORDER BY p._row) FILTER (p.name IS NOT NULL))';

const PARTS: Record<string, Part> = {
  institutions: {
    help: 'Institutions that are lobbied.',
    of: {reg_id: 'reg_id'},
    orphan: ORPHAN,
    distinct: ['institution'],
    gives: {institutions: 'list(p.institution ORDER BY p._row) FILTER (p.institution IS NOT NULL)'},
  },
  subjects: {
    help: 'Subjects, from the file of subjects and from the details of the filing.',
    of: {reg_id: 'reg_id'},
    orphan: ORPHAN,
    gives: {
      ...SUBJECTS_GIVE,
      subject_details: 'list(p.description ORDER BY p._row) FILTER (p.description IS NOT NULL)',
    },
  },
  beneficiaries: {
    help: 'Who stands behind the client, or benefits.',
    of: {reg_id: 'reg_id'},
    orphan: ORPHAN,
    gives: {
      beneficiaries: `list({'name': p.name, 'type': p.type} ORDER BY p._row) FILTER (p.name IS NOT NULL)`,
    },
  },
  in_house_by_registration: {
    help: 'Employees who lobby, by registration.',
    of: {reg_id: 'reg_id'},
    orphan: ORPHAN,
    gives: {in_house_lobbyists: IN_HOUSE_LOBBYISTS},
  },
  in_house_by_profile: {
    help: 'Employees who lobby, by the profile of the corporation or organization, which several versions may share.',
    of: {profile_id: 'profile_id'},
    orphan: 'no registration with this profile',
    gives: {in_house_lobbyists: IN_HOUSE_LOBBYISTS},
  },
  funding: {
    help: 'Public money that the client says it received; each version repeats it.',
    of: {reg_id: 'reg_id'},
    orphan: ORPHAN,
    gives: {
      government_funding: `list({'institution': p.institution, 'amount': p.amount, 'expected': p.expected, 'text': p.text}
        ORDER BY p._row)`,
    },
  },
};

const source: Source = {
  slug: 'lobbying_registrations',
  label: 'Lobbying Registrations',
  dataset: 'lobbying_registrations',
  ...OCL,
  page: PAGE,
  files: [
    {
      name: 'registrations_enregistrements_ocl_cal.zip',
      format: 'csv',
      via: {
        portal: 'ckan-file',
        base: OPEN_CANADA,
        dataset: DATASET,
        // The address holds a hash that changes with the file.
        resource: /\.zip$/i,
        fallback: 'https://lobbycanada.gc.ca/media/zwcjycef/registrations_enregistrements_ocl_cal.zip',
        entries: /\.csv$/i,
      },
    },
  ],
  layouts: [
    PRIMARY,
    child({
      name: 'institutions',
      help: 'Institutions by name; until 2022 those that were typed in stood in a file of their own.',
      files: /^Registration_(ManuallyEntered_)?GovernmentInstExport\.csv$/i,
      part: 'institutions',
      header: ['REG_ID_ENR', 'INSTITUTION'],
      optional: [],
      fields: {institution: text('INSTITUTION')},
    }),
    ...subjectLayouts('Registration', 'REG_ID_ENR', 'reg_id', {
      header: ['REG_ID_ENR', 'DESCRIPTION', 'ASSOC_SUBJECT_CODES_OBJET'],
      older: {SUBJECT_CODE_OBJET: 'ASSOC_SUBJECT_CODES_OBJET'},
      codes: 'ASSOC_SUBJECT_CODES_OBJET',
    }),
    child({
      name: 'beneficiaries',
      help: 'Parent companies, subsidiaries and coalition members; their addresses are not read.',
      files: /^Registration_BeneficiariesExport\.csv$/i,
      part: 'beneficiaries',
      header: [
        'REG_ID_ENR',
        'BNF_TYPE',
        'EN_BNF_NM_AN',
        'FR_BNF_NM',
        'STREET_RUE_1',
        'STREET_RUE_2',
        'CITY_VILLE',
        'POST_CODE_POSTAL',
        'PROV_STATE_PROV_ETAT',
        'COUNTRY_PAYS',
      ],
      optional: ['BNF_TYPE', 'FR_BNF_NM'],
      fields: {name: text(['EN_BNF_NM_AN', 'FR_BNF_NM']), type: text('BNF_TYPE')},
    }),
    inHouse('in_house_by_registration', 'REG_ID_ENR', 'reg_id'),
    inHouse('in_house_by_profile', 'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP', 'profile_id'),
    child({
      name: 'funding',
      help: 'Public money as the filer states it. The date of the amendment stands there since about 2026 and is not read.',
      files: /^Registration_GovtFundingExport\.csv$/i,
      part: 'funding',
      header: [
        'REG_ID_ENR',
        'INSTITUTION',
        'AMOUNT_MONTANT',
        'FUNDS_EXP_FIN_ATTENDU',
        'TEXT_TEXTE',
        'AMEND_SUB_DATE_SOUM_AMEND',
      ],
      optional: ['FUNDS_EXP_FIN_ATTENDU', 'TEXT_TEXTE'],
      fields: {
        institution: text('INSTITUTION'),
        amount: money('AMOUNT_MONTANT'),
        expected: text('FUNDS_EXP_FIN_ATTENDU'),
        text: text('TEXT_TEXTE'),
      },
    }),
    SUBJECT_CODES,
  ],
  parts: PARTS,
  required: ['reg_id', 'registration_type'],
  key: ['reg_id'],
  left_out: [
    {
      files: /^Registration_ConsultantLobbyistsExport\.csv$/i,
      what: 'consultant lobbyists',
      reason: 'of a consultant registration the lobbyist is the registrant, whom the primary file names',
    },
    {
      files: /^Registration_PublicOfficeExport\.csv$/i,
      what: 'public offices held before',
      reason: 'personal histories that no field shows; what its columns are called could not be verified',
    },
    {
      files: /^Registration_CommunicationTechniquesExport\.csv$/i,
      what: 'ways of communicating',
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
