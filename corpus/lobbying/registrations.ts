/** Generates the archive of registrations: twelve joined files in a zip, and one of an older generation beside it. */
import {join} from 'node:path';
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import {type Oracle, oracle} from '../oracle.ts';
import {random} from '../prng.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {openTables} from './archive.ts';
import {type Chain, registry, type Version} from './chains.ts';
import {clientName} from './clients.ts';
import {
  type Archive,
  IN_HOUSE_KEY,
  type Lobbyist,
  lobbyist,
  lobbyistsOf,
  type Means,
  ONE,
  part,
  spoil,
  unread,
  writeChildren,
  writeOthers,
} from './registration_files.ts';
import {
  OLDER_REGISTRATION_FORMS,
  REGISTRATION_FORMS,
  REGISTRATION_ZIPS,
  UNREAD,
} from './registration_forms.ts';
import {type Children, childrenOf, numberOf, primary, profileOf, type Quirks} from './registration_rows.ts';
import {SUBJECTS} from './subjects.ts';

const SLUG = 'lobbying_registrations';
const LABEL = 'Lobbying Registrations';

const TYPES = {1: 'Consultant', 2: 'In-house Corporation', 3: 'In-house Organization'} as const;

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
