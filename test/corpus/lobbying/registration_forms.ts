/** The twelve CSV files of the registrations archive, in today's headers and in those before 2024. */
import source from '../../../datasets/lobbying_registrations/sources/lobbying_registrations.ts';
import type {Source} from '../../../datasets/types.ts';
import {headerOf} from '../declared/headers.ts';
import type {FileForm} from '../files/csv.ts';

/**
 * A file of the registry: every cell quoted, the word `null` where there is no value; `layout` has its
 * header.
 */
export const registryForm = (
  from: Source,
  name: string,
  layout: string | readonly string[],
  more: Partial<Pick<FileForm, 'encoding' | 'bom' | 'columns'>> = {},
): FileForm => ({
  name: `${name}Export.csv`,
  header: typeof layout === 'string' ? headerOf(from, layout) : layout,
  encoding: 'utf-8',
  bom: false,
  end: '\r\n',
  quoting: 'all',
  blank: 'null',
  ...more,
});

const form = (
  name: string,
  layout: string | readonly string[],
  more?: Parameters<typeof registryForm>[3],
): FileForm => registryForm(source, name, layout, more);

/**
 * Lobbyists by a registration, or by the profile of a client; the declaration has their names in another
 * order.
 */
const [byRegistration, byProfile] = ['REG_ID_ENR', 'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP'].map(
  (key) => [key, 'LBBYST_ID_LBBYST', 'LBBYST_1ST_NM_PRENOM_LBBYST', 'LBBYST_LAST_NM_LBBYST'],
) as [string[], string[]];

const bom = true;

/** By what the rows are. The codes have the same form in both archives of the registry. */
export const REGISTRATION_FORMS = {
  primary: form('Registration_Primary', 'primary', {encoding: 'windows-1252'}),
  consultants: form('Registration_ConsultantLobbyists', byRegistration),
  inHouse: form('Registration_InHouseLobbyists', byProfile),
  subjects: form('Registration_SubjectMatters', 'subjects'),
  details: form(
    'Registration_SubjectMatterDetails',
    ['REG_ID_ENR', 'CATEGORY_CATEGORIE', 'DESCRIPTION', 'ASSOC_SUBJECT_CODES_OBJET'],
    {bom},
  ),
  institutions: form('Registration_GovernmentInst', 'institutions'),
  beneficiaries: form('Registration_Beneficiaries', 'beneficiaries', {bom}),
  techniques: form('Registration_CommunicationTechniques', ['REG_ID_ENR', 'COMM_TECHNIQUE']),
  funding: form('Registration_GovtFunding', 'funding', {bom}),
  offices: form('Registration_PublicOffice', [
    'REG_ID_ENR',
    'LBBYST_ID_LBBYST',
    'POSITION_POSTE',
    'INSTITUTION',
  ]),
  manual: form('Registration_ManuallyEntered_GovernmentInst', 'institutions'),
  codes: form('Codes_SubjectMatterTypes', 'subject_codes', {bom}),
} as const satisfies Record<string, FileForm>;

export type RegistrationFile = keyof typeof REGISTRATION_FORMS;

/**
 * Forms of the archive that was put aside in 2023: the subjects have the label itself, all in UTF-8 with a
 * byte order mark.
 */
export const OLDER_REGISTRATION_FORMS: Partial<Record<RegistrationFile, FileForm>> = {
  primary: {...REGISTRATION_FORMS.primary, encoding: 'utf-8', bom},
  subjects: form('Registration_SubjectMatters', 'subject_labels', {
    bom,
    columns: REGISTRATION_FORMS.subjects.header,
  }),
  institutions: {...REGISTRATION_FORMS.institutions, bom},
  // not the profile of the client but the registration
  inHouse: form('Registration_InHouseLobbyists', byRegistration),
};

/** Files that no reader of records needs. */
export const UNREAD: readonly RegistrationFile[] = ['consultants', 'techniques', 'offices'];

/** Names of the two archives in a mirror. */
export const REGISTRATION_ZIPS = {
  current: 'synthetic-registrations_enregistrements_ocl_cal.zip',
  older: 'synthetic-registrations_enregistrements_ocl_cal_2023.zip',
} as const;
