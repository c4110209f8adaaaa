/** Generates the archive of registrations: twelve joined files in a zip, and one of an older generation beside it. */
import {join} from 'node:path';
import type {Json} from '../../../datasets/types.ts';
import type {CsvFile} from '../csv.ts';
import {iso} from '../dates.ts';
import {type Oracle, oracle} from '../oracle.ts';
import {NAMES, nameOf} from '../parliament/names.ts';
import {type Random, random} from '../prng.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {NOTICE} from '../texts.ts';
import {openTables, type Tables} from './archive.ts';
import {type Chain, registry, type Version} from './chains.ts';
import {clientName} from './clients.ts';
import {HOUSE} from './institutions.ts';
import {
  OLDER_REGISTRATION_FORMS,
  REGISTRATION_FORMS,
  REGISTRATION_ZIPS,
  type RegistrationFile,
  UNREAD,
} from './registration_forms.ts';
import {type Children, childrenOf, numberOf, primary, profileOf, type Quirks} from './registration_rows.ts';
import {SUBJECTS} from './subjects.ts';

const SLUG = 'lobbying_registrations';
const LABEL = 'Lobbying Registrations';

/** What a version may show; each of them bears one at most. */
const ONE = [
  'duplicate',
  'repeated_key',
  'cell_too_many',
  'cell_too_few',
  'no_id',
  'repeated_part',
  'orphan',
  'part_too_long',
] as const;

const TYPES = {1: 'Consultant', 2: 'In-house Corporation', 3: 'In-house Organization'} as const;

type Archive = Tables<RegistrationFile>;

export const lobbying_registrations: Generate = async (task) => {
  const {folder, seed, plan, tell} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const counted = oracle({slug: SLUG, dataset: SLUG, label: LABEL, valued: false});
  const current = await openTables(join(folder, 'current'), REGISTRATION_FORMS, seed, UNREAD);
  const forms = {...REGISTRATION_FORMS, ...OLDER_REGISTRATION_FORMS};
  const older = await openTables(join(folder, 'older'), forms, seed, UNREAD);
  for (const archive of [current, older]) writeCodes(archive, counted);
  const silent = new Set([current, older]);

  const {chains, chain} = registry(plan, seed);
  const target = plan.lobbying_registrations;
  for (let index = 0; index < chains; index++) {
    const of = chain(index);
    const archive = quirks.due('older_archive') ? older : current;
    const notice = silent.delete(archive);
    writeChain(archive, bent(of, quirks), {quirks, counted, seed, old: archive === older, notice});
    await archive.settle();
    if (index % 4_096 === 0) tell(SLUG, counted.kept, target);
  }
  tell(SLUG, counted.kept, target);
  const files = {
    ...(await current.pack(folder, REGISTRATION_ZIPS.current)),
    ...(await older.pack(folder, REGISTRATION_ZIPS.older)),
  };
  return counted.expected(files, quirks.counts());
};

/** The chain with what the quirks of whole chains make of it. */
function bent(of: Chain, quirks: Quirks): Chain {
  const {client, versions} = of;
  if (client.en === null) quirks.due('french_only');
  if (client.fr === null) quirks.due('english_only');
  if (versions.length > 1) quirks.due('amended');
  if (of.registrant.family === 'Null') quirks.due('null_name');
  const [first, second, ...rest] = versions;
  if (!first || !second || !quirks.due('order_disagrees')) return of;
  const swapped = [{...first, suffix: second.suffix}, {...second, suffix: first.suffix}, ...rest];
  return {...of, versions: swapped};
}

function writeCodes({files}: Archive, counted: Oracle): void {
  const rows = SUBJECTS.map(({code, en, fr}) => ({
    cells: {SUBJECT_CODE_OBJET: code, SMT_EN_DESC: en, SMT_FR_DESC: fr},
  }));
  for (const row of rows) files.codes.first(row);
  counted.merge('code', rows.length);
}

interface Means {
  quirks: Quirks;
  counted: Oracle;
  seed: string;
  old: boolean;
  /** Its first version says that the archive is generated. */
  notice: boolean;
}

function writeChain(archive: Archive, of: Chain, {quirks, counted, seed, old, notice}: Means): void {
  const {files} = archive;
  const lobbyists = lobbyistsOf(of);
  for (const [i, version] of of.versions.entries()) {
    const means = random(seed, SLUG, version.regId);
    const told = notice && i === 0;
    const kind = told ? null : quirks.one(ONE);
    const cells = primary(of, version, of.versions[i - 1] ?? null, means, quirks);
    const said = childrenOf(of, version, means, random(seed, SLUG, 'said', of.index), quirks);
    const children = told ? {...said, details: [{category: 'null', text: NOTICE.en, codes: []}]} : said;
    if (kind === 'repeated_key') {
      const other = {...cells, VERSION_CODE: 'V3', REP_POSITION_POSTE_REP: 'null', CLIENT_ORG_CORP_NUM: '1'};
      files.primary.add({cells}, {cells: other});
      counted.reject('repeated_key');
    } else if (told) {
      files.primary.first({cells});
    } else {
      files.primary.add({cells});
    }
    if (kind === 'duplicate') {
      files.primary.add({cells});
      counted.merge('duplicate');
    }
    if (kind === 'cell_too_many' || kind === 'cell_too_few' || kind === 'no_id')
      spoil(files.primary, cells, kind, counted);
    const institutions = writeChildren(archive, version, children, {quirks, counted, old, kind});
    const ofVersion = lobbyists.map((one) => lobbyist(String(version.regId), 'REG_ID_ENR', one));
    if (of.type === 1) unread(files.consultants, ofVersion);
    else if (old) part(files.inHouse, counted, ofVersion);
    writeOthers(archive, version, means, counted);
    keep(counted, of, version, {
      children,
      institutions,
      lobbyists,
      shows: told ? 'notice' : (kind ?? (old ? 'older_archive' : 'plain')),
    });
  }
  if (of.type !== 1 && !old) {
    const profile = String(profileOf(of));
    part(
      files.inHouse,
      counted,
      lobbyists.map((one) => lobbyist(profile, IN_HOUSE_KEY, one)),
    );
  }
  if (quirks.due('lobbyist_orphan')) {
    files.inHouse.add({cells: lobbyist('9999999', old ? 'REG_ID_ENR' : IN_HOUSE_KEY, lobbyists[0])});
    counted.reject('orphan');
  }
}

const IN_HOUSE_KEY = 'CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP';

interface Lobbyist {
  id: number;
  given: string;
  family: string;
}

/** The consultant alone, or the employees of an organization. */
function lobbyistsOf({type, registrant, index}: Chain): Lobbyist[] {
  const {given, family, number} = registrant;
  if (type === 1) return [{id: number, given, family}];
  return Array.from({length: 1 + (index % 5)}, (_, i) => {
    const name = nameOf(NAMES - 5_000 + ((index * 7 + i) % 2_000));
    return {id: 2_000_000 + index * 8 + i, given: name.given, family: name.family};
  });
}

function lobbyist(key: string, column: string, of: Lobbyist | undefined): Record<string, string> {
  return {
    [column]: key,
    LBBYST_ID_LBBYST: String(of?.id ?? 'null'),
    LBBYST_1ST_NM_PRENOM_LBBYST: of?.given ?? 'null',
    LBBYST_LAST_NM_LBBYST: of?.family ?? 'null',
  };
}

/** Rows that stay together and belong to a record. */
function part(file: CsvFile, counted: Oracle, rows: readonly Record<string, string>[]): void {
  if (rows.length === 0) return;
  file.add(...rows.map((cells) => ({cells})));
  counted.merge('part', rows.length);
}

/** Rows of a file that no record needs. */
function unread(file: CsvFile, rows: readonly Record<string, string>[]): void {
  if (rows.length > 0) file.add(...rows.map((cells) => ({cells})));
}

/** A row that cannot be read, with an id of its own. */
function spoil(
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

/** What the declaration reads beside the primary file; gives the institutions as a reader must find them. */
function writeChildren(
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
    files.institutions.add({
      cells: {...id, INSTITUTION: HOUSE},
      change: (inOrder) => [...inOrder, 'see attached'],
    });
    counted.reject('ragged');
  }
  if (manual !== null) part(files.manual, counted, [{...id, INSTITUTION: manual}]);
  part(
    files.beneficiaries,
    counted,
    beneficiaries.map(({type, en, fr}) => ({
      ...id,
      BNF_TYPE: type,
      EN_BNF_NM_AN: en ?? 'null',
      FR_BNF_NM: fr ?? 'null',
      STREET_RUE_1: '4 Mill Lane',
      CITY_VILLE: 'Larchmere',
      POST_CODE_POSTAL: 'K7N 2B4',
      PROV_STATE_PROV_ETAT: 'Ontario',
      COUNTRY_PAYS: 'CANADA',
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
function writeOthers({files}: Archive, {regId}: Version, means: Random, counted: Oracle): void {
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

function keep(
  counted: Oracle,
  of: Chain,
  version: Version,
  {
    children,
    institutions,
    lobbyists,
    shows,
  }: {children: Children; institutions: readonly string[]; lobbyists: readonly Lobbyist[]; shows: string},
): void {
  const registration_type = TYPES[of.type];
  const year = iso(version.effective).slice(0, 4);
  counted.keep({versions: 1, value: null, by: {registration_type, year, institution: institutions}});
  counted.sample(shows, () => {
    const {client, registrant} = of;
    const labels = children.subjects.map(({label}) => label);
    const fields: Record<string, Json> = {
      reg_id: String(version.regId),
      registration_number: numberOf(of, version),
      client: clientName(client),
      client_fr: client.fr,
      client_number: String(of.clientNumber),
      lobbyist_name: `${registrant.given} ${registrant.family}`,
      lobbyist_id: String(registrant.number),
      lobbyist_firm: registrant.firm?.en ?? null,
      registration_type,
      effective_date: iso(version.effective),
      end_date: version.end === null ? null : iso(version.end),
      posted_date: version.posted === null ? null : iso(version.posted),
      subject_labels: labels.join(', '),
      subjects: children.subjects.map(({code, label}) => ({code, label})),
      institutions: [...institutions],
      beneficiaries: children.beneficiaries.map(({en, fr, type}) => ({name: en ?? fr, type})),
      subject_details: children.details.map(({text}) => text.replaceAll(/\s+/g, ' ')),
      in_house_lobbyists: of.type === 1 ? [] : lobbyists.map(({given, family}) => `${given} ${family}`),
      source_dataset: LABEL,
    };
    return {record_id: String(version.regId), earlier_versions: 0, fields};
  });
}
