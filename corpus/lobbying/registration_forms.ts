/** The twelve CSV files of the registrations archive, in today's headers and in those before 2024. */
import type {FileForm} from '../files/csv.ts';

/** A file of the registry: every cell quoted, the word `null` where there is no value. */
export const registryForm = (
  name: string,
  header: string,
  more: Partial<Pick<FileForm, 'encoding' | 'bom' | 'columns'>> = {},
): FileForm => ({
  name,
  header: header.trim().split(/[\s,]+/),
  encoding: 'utf-8',
  bom: false,
  end: '\r\n',
  quoting: 'all',
  blank: 'null',
  ...more,
});

const PRIMARY = `
  REG_ID_ENR REG_TYPE_ENR REG_NUM_ENR VERSION_CODE EN_FIRM_NM_FIRME_AN FR_FIRM_NM_FIRME RGSTRNT_POS_POSTE_DCLRNT
  FIRM_ADDRESS_ADRESSE_FIRME FIRM_TEL_FIRME FIRM_FAX_FIRME RGSTRNT_NUM_DECLARANT RGSTRNT_LAST_NM_DCLRNT
  RGSTRNT_1ST_NM_PRENOM_DCLRNT RO_POS_POSTE_AR RGSTRNT_ADDRESS_ADRESSE_DCLRNT RGSTRNT_TEL_DCLRNT RGSTRNT_FAX_DCLRNT
  CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP CLIENT_ORG_CORP_NUM EN_CLIENT_ORG_CORP_NM_AN FR_CLIENT_ORG_CORP_NM
  CLIENT_ORG_CORP_ADDRESS_ADRESSE_CLIENT_ORG_CORP CLIENT_ORG_CORP_TEL CLIENT_ORG_CORP_FAX REP_LAST_NM_REP
  REP_1ST_NM_PRENOM_REP REP_POSITION_POSTE_REP EFFECTIVE_DATE_VIGUEUR END_DATE_FIN PARENT_IND_SOC_MERE COALITION_IND
  SUBSIDIARY_IND_FILIALE DIRECT_INT_IND_INT_DIRECT GOVT_FUND_IND_FIN_GOUV FY_END_DATE_FIN_EXERCICE CONTG_FEE_IND_HON_COND
  PREV_REG_ID_ENR_PRECEDNT POSTED_DATE_PUBLICATION`;

const LOBBYISTS = `CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP LBBYST_ID_LBBYST LBBYST_1ST_NM_PRENOM_LBBYST
  LBBYST_LAST_NM_LBBYST`;

const bom = true;

/** By what the rows are. The codes have the same form in both archives of the registry. */
export const REGISTRATION_FORMS = {
  primary: registryForm('Registration_PrimaryExport.csv', PRIMARY, {encoding: 'windows-1252'}),
  consultants: registryForm(
    'Registration_ConsultantLobbyistsExport.csv',
    LOBBYISTS.replace(/^\S+/, 'REG_ID_ENR'),
  ),
  inHouse: registryForm('Registration_InHouseLobbyistsExport.csv', LOBBYISTS),
  subjects: registryForm(
    'Registration_SubjectMattersExport.csv',
    'REG_ID_ENR SUBJECT_CODE_OBJET CUSTOM_SUBJ_OBJET_PERSO',
  ),
  details: registryForm(
    'Registration_SubjectMatterDetailsExport.csv',
    'REG_ID_ENR CATEGORY_CATEGORIE DESCRIPTION ASSOC_SUBJECT_CODES_OBJET',
    {bom},
  ),
  institutions: registryForm('Registration_GovernmentInstExport.csv', 'REG_ID_ENR INSTITUTION'),
  beneficiaries: registryForm(
    'Registration_BeneficiariesExport.csv',
    `REG_ID_ENR BNF_TYPE EN_BNF_NM_AN FR_BNF_NM STREET_RUE_1 STREET_RUE_2 CITY_VILLE POST_CODE_POSTAL
      PROV_STATE_PROV_ETAT COUNTRY_PAYS`,
    {bom},
  ),
  techniques: registryForm('Registration_CommunicationTechniquesExport.csv', 'REG_ID_ENR COMM_TECHNIQUE'),
  funding: registryForm(
    'Registration_GovtFundingExport.csv',
    'REG_ID_ENR INSTITUTION AMOUNT_MONTANT FUNDS_EXP_FIN_ATTENDU TEXT_TEXTE AMEND_SUB_DATE_SOUM_AMEND',
    {bom},
  ),
  offices: registryForm(
    'Registration_PublicOfficeExport.csv',
    'REG_ID_ENR LBBYST_ID_LBBYST POSITION_POSTE INSTITUTION',
  ),
  manual: registryForm('Registration_ManuallyEntered_GovernmentInstExport.csv', 'REG_ID_ENR INSTITUTION'),
  codes: registryForm('Codes_SubjectMatterTypesExport.csv', 'SUBJECT_CODE_OBJET SMT_EN_DESC SMT_FR_DESC', {
    bom,
  }),
} as const satisfies Record<string, FileForm>;

export type RegistrationFile = keyof typeof REGISTRATION_FORMS;

/** Forms of the archive that was put aside in 2023: the subjects have the label itself, all in UTF-8 with a byte order mark. */
export const OLDER_REGISTRATION_FORMS: Partial<Record<RegistrationFile, FileForm>> = {
  primary: {...REGISTRATION_FORMS.primary, encoding: 'utf-8', bom},
  subjects: registryForm(
    'Registration_SubjectMattersExport.csv',
    'REG_ID_ENR SUBJ_MATTER_OBJET OTHER_SUBJ_MATTER_AUTRE_OBJET',
    {bom, columns: ['REG_ID_ENR', 'SUBJECT_CODE_OBJET', 'CUSTOM_SUBJ_OBJET_PERSO']},
  ),
  institutions: {...REGISTRATION_FORMS.institutions, bom},
  // not the profile of the client but the registration
  inHouse: registryForm('Registration_InHouseLobbyistsExport.csv', LOBBYISTS.replace(/^\S+/, 'REG_ID_ENR')),
};

/** Files that no reader of records needs. */
export const UNREAD: readonly RegistrationFile[] = ['consultants', 'techniques', 'offices'];

/** Names of the two archives in a mirror. */
export const REGISTRATION_ZIPS = {
  current: 'synthetic-registrations_enregistrements_ocl_cal.zip',
  older: 'synthetic-registrations_enregistrements_ocl_cal_2023.zip',
} as const;
