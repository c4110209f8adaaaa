/** What the registrations archive holds beside the primary file: rows by version, those that are refused among them. */
import type {CsvFile} from '../files/csv.ts';
import type {Oracle} from '../oracle.ts';
import {NAMES, nameOf} from '../parliament/names.ts';
import type {Random} from '../prng.ts';
import type {Tables} from './archive.ts';
import type {Chain, Version} from './chains.ts';
import {HOUSE} from './institutions.ts';
import type {RegistrationFile} from './registration_forms.ts';
import type {Children, Quirks} from './registration_rows.ts';

export type Archive = Tables<RegistrationFile>;

/** What a version may show; each of them bears one at most. */
export const ONE = [
  'duplicate',
  'repeated_key',
  'cell_too_many',
  'cell_too_few',
  'no_id',
  'repeated_part',
  'orphan',
  'part_too_long',
] as const;

export interface Means {
  quirks: Quirks;
  counted: Oracle;
  seed: string;
  old: boolean;
  /** Its first version says that the archive is generated. */
  notice: boolean;
}

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

/** Cells of a lobbyist under the id of a registration or a profile. */
export function lobbyist(key: string, column: string, of: Lobbyist | undefined): Record<string, string> {
  return {
    [column]: key,
    LBBYST_ID_LBBYST: String(of?.id ?? 'null'),
    LBBYST_1ST_NM_PRENOM_LBBYST: of?.given ?? 'null',
    LBBYST_LAST_NM_LBBYST: of?.family ?? 'null',
  };
}

/** Rows that stay together and belong to a record. */
export function part(file: CsvFile, counted: Oracle, rows: readonly Record<string, string>[]): void {
  if (rows.length === 0) return;
  file.add(...rows.map((cells) => ({cells})));
  counted.merge('part', rows.length);
}

/** Rows of a file that no record needs. */
export function unread(file: CsvFile, rows: readonly Record<string, string>[]): void {
  if (rows.length > 0) file.add(...rows.map((cells) => ({cells})));
}

/** A row that cannot be read, with an id of its own. */
export function spoil(
  file: CsvFile,
  like: Record<string, string>,
  kind: 'cell_too_many' | 'cell_too_few' | 'no_id',
  counted: Oracle,
): void {
  const cells = {...like, REG_ID_ENR: kind === 'no_id' ? 'null' : `9${like['REG_ID_ENR'] ?? ''}`};
  if (kind === 'no_id') file.add({cells});
  else {
    const few = kind === 'cell_too_few';
    file.add({cells, change: (inOrder) => (few ? inOrder.slice(0, -1) : [...inOrder, 'see attached'])});
  }
  counted.reject(kind === 'no_id' ? 'missing' : 'ragged');
}

const BENEFICIARY_ADDRESS = {
  STREET_RUE_1: '4 Mill Lane',
  CITY_VILLE: 'Larchmere',
  POST_CODE_POSTAL: 'K7N 2B4',
  PROV_STATE_PROV_ETAT: 'Ontario',
  COUNTRY_PAYS: 'CANADA',
};

/** What the declaration reads beside the primary file; gives the institutions as a reader must find them. */
export function writeChildren(
  {files}: Archive,
  {regId}: Version,
  {subjects, details, institutions, manual, beneficiaries}: Children,
  {quirks, counted, old, kind}: Omit<Means, 'seed' | 'notice'> & {kind: (typeof ONE)[number] | null},
): string[] {
  const id = {REG_ID_ENR: String(regId)};
  part(
    files.subjects,
    counted,
    subjects.map(({code, subject, custom}) => ({
      ...id,
      // the older files have the label itself, some in French
      SUBJECT_CODE_OBJET: old ? (regId % 4 === 0 ? subject.fr : subject.en) : code,
      CUSTOM_SUBJ_OBJET_PERSO: custom ?? 'null',
    })),
  );
  part(
    files.details,
    counted,
    details.map(({category, text, codes}) => ({
      ...id,
      CATEGORY_CATEGORIE: category,
      DESCRIPTION: text,
      ASSOC_SUBJECT_CODES_OBJET: old ? 'null' : codes.join(', '),
    })),
  );
  const spelled = institutions.map((name) => ({
    ...id,
    INSTITUTION: quirks.due('trailing_blanks') ? `${name} ` : name,
  }));
  part(files.institutions, counted, spelled);
  if (kind === 'repeated_part') {
    files.institutions.add({cells: spelled[0] ?? {}});
    counted.merge('repeated_part');
  }
  if (kind === 'orphan') {
    files.institutions.add({cells: {REG_ID_ENR: `9${regId}`, INSTITUTION: HOUSE}});
    counted.reject('orphan');
  }
  if (kind === 'part_too_long') {
    const cells = {...id, INSTITUTION: HOUSE};
    files.institutions.add({cells, change: (inOrder) => [...inOrder, 'see attached']});
    counted.reject('ragged');
  }
  if (manual !== null) part(files.manual, counted, [{...id, INSTITUTION: manual}]);
  part(
    files.beneficiaries,
    counted,
    beneficiaries.map(({type, en, fr}) => ({
      ...id,
      ...BENEFICIARY_ADDRESS,
      BNF_TYPE: type,
      EN_BNF_NM_AN: en ?? 'null',
      FR_BNF_NM: fr ?? 'null',
    })),
  );
  return manual === null ? [...institutions] : [...institutions, manual];
}

const TECHNIQUES = [
  'Meetings',
  'Telephone calls',
  'Written communication',
  'Grass-roots communication',
] as const;

/** What else the archive tells of a version. */
export function writeOthers({files}: Archive, {regId}: Version, means: Random, counted: Oracle): void {
  const id = {REG_ID_ENR: String(regId)};
  const used = TECHNIQUES.slice(0, 1 + means.int(3));
  unread(
    files.techniques,
    used.map((technique) => ({...id, COMM_TECHNIQUE: technique})),
  );
  if (means.chance(0.3)) {
    const funds = {
      ...id,
      INSTITUTION: 'Canada Revenue Agency (CRA)',
      AMOUNT_MONTANT: `${means.between(1_000, 900_000)}.${means.between(10, 99)}`,
      FUNDS_EXP_FIN_ATTENDU: means.chance(0.5) ? 'Yes' : 'No',
      TEXT_TEXTE: 'null',
    };
    part(files.funding, counted, [funds]);
  }
  if (!means.chance(0.05)) return;
  unread(files.offices, [
    {...id, LBBYST_ID_LBBYST: 'null', POSITION_POSTE: 'Policy Advisor', INSTITUTION: HOUSE},
  ]);
}
