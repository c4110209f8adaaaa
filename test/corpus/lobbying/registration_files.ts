/** Tables of the registrations archive beside the primary one, as rows of one version. */
import type {Cells} from '../files/csv.ts';
import {NAMES, nameOf} from '../parliament/names.ts';
import type {Random} from '../prng.ts';
import type {Chain, Version} from './chains.ts';
import {HOUSE} from './institutions.ts';
import type {RegistrationFile} from './registration_forms.ts';
import type {Children} from './registration_rows.ts';

/** The employees of an organization are named under its profile. */
export const IN_HOUSE_KEY = 'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP';

export interface Lobbyist {
  id: number;
  given: string;
  family: string;
}

/** The consultant alone, or the employees of an organization. */
export function lobbyistsOf({type, registrant, index}: Chain): Lobbyist[] {
  const {given, family, number} = registrant;
  if (type === 1) return [{id: number, given, family}];
  return Array.from({length: 1 + (index % 5)}, (_, i) => {
    const name = nameOf(NAMES - 5_000 + ((index * 7 + i) % 2_000));
    return {id: 2_000_000 + index * 8 + i, given: name.given, family: name.family};
  });
}

/** Lobbyists under the id of a registration or a profile. */
export const lobbyistRows = (key: string, column: string, lobbyists: readonly Lobbyist[]): Cells[] =>
  lobbyists.map(({id, given, family}) => ({
    [column]: key,
    LBBYST_ID_LBBYST: String(id),
    LBBYST_1ST_NM_PRENOM_LBBYST: given,
    LBBYST_LAST_NM_LBBYST: family,
  }));

const BENEFICIARY_ADDRESS = {
  STREET_RUE_1: '4 Mill Lane',
  CITY_VILLE: 'Larchmere',
  POST_CODE_POSTAL: 'K7N 2B4',
  PROV_STATE_PROV_ETAT: 'Ontario',
  COUNTRY_PAYS: 'CANADA',
};

/** Rows by table; `old` in the forms of the older archive. */
export function childRows(
  {regId}: Version,
  {subjects, details, manual, beneficiaries}: Children,
  old: boolean,
): Partial<Record<RegistrationFile, Cells[]>> {
  const id = {REG_ID_ENR: String(regId)};
  return {
    subjects: subjects.map(({code, subject, custom}) => ({
      ...id,
      // the older files have the label itself, some in French
      SUBJECT_CODE_OBJET: old ? (regId % 4 === 0 ? subject.fr : subject.en) : code,
      CUSTOM_SUBJ_OBJET_PERSO: custom ?? 'null',
    })),
    details: details.map(({category, text, codes}) => ({
      ...id,
      CATEGORY_CATEGORIE: category,
      DESCRIPTION: text,
      ASSOC_SUBJECT_CODES_OBJET: old ? 'null' : codes.join(', '),
    })),
    manual: manual === null ? [] : [{...id, INSTITUTION: manual}],
    beneficiaries: beneficiaries.map(({type, en, fr}) => ({
      ...id,
      ...BENEFICIARY_ADDRESS,
      BNF_TYPE: type,
      EN_BNF_NM_AN: en ?? 'null',
      FR_BNF_NM: fr ?? 'null',
    })),
  };
}

const TECHNIQUES = ['Meetings', 'Telephone calls', 'Written communication'] as const;

/** Rows of the tables whose values the oracle does not expect. */
export function otherRows(
  {regId}: Version,
  rng: Random,
): Record<'techniques' | 'funding' | 'offices', Cells[]> {
  const id = {REG_ID_ENR: String(regId)};
  const techniques = TECHNIQUES.slice(0, 1 + rng.int(3)).map((one) => ({...id, COMM_TECHNIQUE: one}));
  const funding = () => ({
    ...id,
    INSTITUTION: 'Canada Revenue Agency (CRA)',
    AMOUNT_MONTANT: `${rng.between(1_000, 900_000)}.${rng.between(10, 99)}`,
    FUNDS_EXP_FIN_ATTENDU: rng.chance(0.5) ? 'Yes' : 'No',
    TEXT_TEXTE: 'null',
  });
  const office = {...id, LBBYST_ID_LBBYST: 'null', POSITION_POSTE: 'Policy Advisor', INSTITUTION: HOUSE};
  return {
    techniques,
    funding: rng.chance(0.3) ? [funding()] : [],
    offices: rng.chance(0.05) ? [office] : [],
  };
}
