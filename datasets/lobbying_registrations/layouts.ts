/** Layouts of the registrations archive: versions and their child tables. */
import {REGISTRATION_TYPE} from '../codes/lobbying.ts';
import {address, code, date, joinNonBlank, money} from '../fields.ts';
import {
  CLIENT,
  REGISTRANT,
  REGISTRY,
  SUBJECT_CODES,
  subjectLayouts,
} from '../publishers/lobbying_registry.ts';
import type {LayoutDeclaration} from '../types.ts';

export const DATASET = '70ef2117-1095-4d77-80eb-b87f2bada2a4';
export const PAGE = `https://open.canada.ca/data/en/dataset/${DATASET}`;

/**
 * Versions of registrations. Addresses, telephone numbers, representatives and lettered answers are not read.
 */
const PRIMARY: LayoutDeclaration = {
  name: 'primary',
  unverified: true,
  help: 'One row a filed version of a registration.',
  files: /^Registration_PrimaryExport\.csv$/i,
  unused: `VERSION_CODE, RGSTRNT_POS_POSTE_DCLRNT, FIRM_ADDRESS_ADRESSE_FIRME, FIRM_TEL_FIRME, FIRM_FAX_FIRME,
    RO_POS_POSTE_AR, RGSTRNT_ADDRESS_ADRESSE_DCLRNT, RGSTRNT_TEL_DCLRNT, RGSTRNT_FAX_DCLRNT,
    CLIENT_ORG_CORP_ADDRESS_ADRESSE_CLIENT_ORG_CORP, CLIENT_ORG_CORP_TEL, CLIENT_ORG_CORP_FAX,
    REP_LAST_NM_REP, REP_1ST_NM_PRENOM_REP, REP_POSITION_POSTE_REP, PARENT_IND_SOC_MERE, COALITION_IND,
    SUBSIDIARY_IND_FILIALE, DIRECT_INT_IND_INT_DIRECT, GOVT_FUND_IND_FIN_GOUV, FY_END_DATE_FIN_EXERCICE,
    CONTG_FEE_IND_HON_COND`,
  optional: `FR_FIRM_NM_FIRME, CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP, PREV_REG_ID_ENR_PRECEDNT,
    POSTED_DATE_PUBLICATION`,
  fields: {
    reg_id: 'REG_ID_ENR',
    registration_number: 'REG_NUM_ENR',
    registration_type: code('REG_TYPE_ENR', REGISTRATION_TYPE),
    client: CLIENT,
    client_fr: 'FR_CLIENT_ORG_CORP_NM',
    client_number: 'CLIENT_ORG_CORP_NUM',
    lobbyist_name: REGISTRANT,
    lobbyist_id: 'RGSTRNT_NUM_DECLARANT',
    lobbyist_firm: ['EN_FIRM_NM_FIRME_AN', 'FR_FIRM_NM_FIRME'],
    effective_date: date('EFFECTIVE_DATE_VIGUEUR'),
    end_date: date('END_DATE_FIN'),
    posted_date: date('POSTED_DATE_PUBLICATION'),
    previous_reg_id: 'PREV_REG_ID_ENR_PRECEDNT',
    profile_id: 'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP',
    source_url: address({
      template: `${REGISTRY}/vwRg?cno={CLIENT_ORG_CORP_NUM}&regId={REG_ID_ENR}`,
      otherwise: PAGE,
    }),
  },
};

/** A file whose rows name their registration. */
const child = (layout: LayoutDeclaration): LayoutDeclaration => ({
  ...layout,
  fields: {reg_id: 'REG_ID_ENR', ...layout.fields},
});

/** Some copies name the registration, others the profile of the client. */
const inHouse = (part: string, key: string, field: string): LayoutDeclaration => ({
  name: part,
  unverified: true,
  help: `Lobbyists of in-house filings, by \`${key}\`.`,
  files: /^Registration_InHouseLobbyistsExport\.csv$/i,
  childTable: part,
  unused: 'LBBYST_ID_LBBYST',
  optional: 'LBBYST_LAST_NM_LBBYST, LBBYST_1ST_NM_PRENOM_LBBYST',
  aliases: {LBBYST_FIRST_NM_PRENOM_LBBYST: 'LBBYST_1ST_NM_PRENOM_LBBYST'},
  fields: {[field]: key, name: joinNonBlank(['LBBYST_1ST_NM_PRENOM_LBBYST', 'LBBYST_LAST_NM_LBBYST'])},
});

export const LAYOUTS: readonly LayoutDeclaration[] = [
  PRIMARY,
  child({
    name: 'institutions',
    unverified: true,
    help: 'Institutions by name; until 2022 those that were typed in stood in a file of their own.',
    files: /^Registration_(ManuallyEntered_)?GovernmentInstExport\.csv$/i,
    childTable: 'institutions',
    fields: {institution: 'INSTITUTION'},
  }),
  ...subjectLayouts('Registration', 'REG_ID_ENR', 'reg_id', {
    codes: 'ASSOC_SUBJECT_CODES_OBJET',
    more: {aliases: {SUBJECT_CODE_OBJET: 'ASSOC_SUBJECT_CODES_OBJET'}},
  }),
  child({
    name: 'beneficiaries',
    unverified: true,
    help: 'Parent companies, subsidiaries and coalition members; their addresses are not read.',
    files: /^Registration_BeneficiariesExport\.csv$/i,
    childTable: 'beneficiaries',
    unused: 'STREET_RUE_1, STREET_RUE_2, CITY_VILLE, POST_CODE_POSTAL, PROV_STATE_PROV_ETAT, COUNTRY_PAYS',
    optional: 'BNF_TYPE, FR_BNF_NM',
    fields: {name: ['EN_BNF_NM_AN', 'FR_BNF_NM'], type: 'BNF_TYPE'},
  }),
  inHouse('in_house_by_registration', 'REG_ID_ENR', 'reg_id'),
  inHouse('in_house_by_profile', 'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP', 'profile_id'),
  child({
    name: 'funding',
    unverified: true,
    help: 'Public money as the filer states it. The amendment date is there since about 2026 and is not read.',
    files: /^Registration_GovtFundingExport\.csv$/i,
    childTable: 'funding',
    unused: 'AMEND_SUB_DATE_SOUM_AMEND',
    optional: 'FUNDS_EXP_FIN_ATTENDU, TEXT_TEXTE',
    fields: {
      institution: 'INSTITUTION',
      amount: money('AMOUNT_MONTANT'),
      expected: 'FUNDS_EXP_FIN_ATTENDU',
      text: 'TEXT_TEXTE',
    },
  }),
  SUBJECT_CODES,
];
