/**
 * Generates the archive of registrations: twelve joined files in a zip, and one of an older generation beside
 * it.
 */
import {join} from 'node:path';
import source from '../../../datasets/lobbying_registrations/sources/lobbying_registrations.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import {GeneratedSource} from '../generated_source.ts';
import {random} from '../prng.ts';
import type {Generate, Task} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {Archive} from './archive.ts';
import {type Chain, registry, type Version} from './chains.ts';
import {clientName} from './clients.ts';
import {HOUSE} from './institutions.ts';
import {
  childRows,
  IN_HOUSE_KEY,
  type Lobbyist,
  lobbyistRows,
  lobbyistsOf,
  otherRows,
} from './registration_files.ts';
import {
  OLDER_REGISTRATION_FORMS,
  REGISTRATION_FORMS,
  REGISTRATION_ZIPS,
  type RegistrationFile,
  UNREAD,
} from './registration_forms.ts';
import {type Children, childrenOf, numberOf, primary, profileOf, type Quirks} from './registration_rows.ts';

const TYPES = {1: 'Consultant', 2: 'In-house Corporation', 3: 'In-house Organization'} as const;

/** Quirks of whole versions; each of them has one at most. */
const VERSION_QUIRKS = [
  'duplicate',
  'repeated_key',
  'cell_too_many',
  'cell_too_few',
  'no_id',
  'repeated_part',
  'orphan',
  'part_too_long',
] as const;

type VersionQuirk = (typeof VERSION_QUIRKS)[number] | null;

export const lobbying_registrations: Generate = (task) => new Registrations(task).run();

class Registrations extends GeneratedSource<'lobbying_registrations'> {
  constructor(task: Task) {
    super(task, source);
  }

  async run() {
    const {folder, seed, plan} = this;
    const [current, older] = await Promise.all([
      this.#open('current', {}),
      this.#open('older', OLDER_REGISTRATION_FORMS),
    ]);
    const withoutNotice = new Set([current, older]);
    const {chains, chain} = registry(plan, seed);
    const target = plan.lobbying_registrations;
    for (let index = 0; index < chains; index++) {
      const old = this.quirks.due('older_archive');
      const archive = old ? older : current;
      const notice = withoutNotice.delete(archive);
      this.#writeChain(archive, withQuirks(chain(index), this.quirks), old, notice);
      await archive.settle();
      if (index % 4_096 === 0) this.tellOf(target);
    }
    this.tellOf(target);
    const files = {
      ...(await current.pack(folder, REGISTRATION_ZIPS.current)),
      ...(await older.pack(folder, REGISTRATION_ZIPS.older)),
    };
    return this.counted.expected(files, this.quirks.counts());
  }

  #open(name: string, forms: typeof OLDER_REGISTRATION_FORMS): Promise<Archive<RegistrationFile>> {
    const {folder, seed} = this;
    return Archive.open<RegistrationFile>({
      from: join(folder, name),
      forms: {...REGISTRATION_FORMS, ...forms},
      seed,
      counted: this.counted,
      key: 'REG_ID_ENR',
      unread: UNREAD,
    });
  }

  /** The versions of a chain; where `notice` is set the first one says that it is synthetic. */
  #writeChain(archive: Archive<RegistrationFile>, chain: Chain, old: boolean, notice: boolean): void {
    const lobbyists = lobbyistsOf(chain);
    for (const i of chain.versions.keys())
      this.#writeVersion(archive, chain, i, {old, notice: notice && i === 0, lobbyists});
    if (chain.type !== 1 && !old) {
      archive.addParts('inHouse', lobbyistRows(String(profileOf(chain)), IN_HOUSE_KEY, lobbyists));
    }
    if (!this.quirks.due('lobbyist_orphan')) return;
    for (const cells of lobbyistRows('9999999', old ? 'REG_ID_ENR' : IN_HOUSE_KEY, lobbyists.slice(0, 1))) {
      archive.addOrphan('inHouse', cells);
    }
  }

  #writeVersion(
    archive: Archive<RegistrationFile>,
    chain: Chain,
    i: number,
    {old, notice, lobbyists}: {old: boolean; notice: boolean; lobbyists: readonly Lobbyist[]},
  ): void {
    const {seed} = this;
    const version = chain.versions[i] as Version;
    const rng = random(seed, source.slug, version.regId);
    const quirk = notice ? null : this.quirks.one(VERSION_QUIRKS);
    const cells = primary(chain, version, chain.versions[i - 1] ?? null, rng, this.quirks);
    const filed = childrenOf(
      chain,
      version,
      rng,
      random(seed, source.slug, 'said', chain.index),
      this.quirks,
    );
    const children = notice ? {...filed, details: [{category: 'null', text: NOTICE.en, codes: []}]} : filed;
    if (notice) archive.first('primary', cells);
    else if (quirk === 'repeated_key') {
      const changed = {VERSION_CODE: 'V3', REP_POSITION_POSTE_REP: 'null', CLIENT_ORG_CORP_NUM: '1'};
      archive.add('primary', cells, {...cells, ...changed});
      this.counted.reject('repeated_key');
    } else archive.add('primary', cells);
    archive.addQuirk(quirk, cells);
    for (const [name, rows] of Object.entries(childRows(version, children, old))) {
      archive.addParts(name as RegistrationFile, rows);
    }
    this.#writeInstitutions(archive, version, children, quirk);
    const ofVersion = lobbyistRows(String(version.regId), 'REG_ID_ENR', lobbyists);
    if (chain.type === 1) archive.add('consultants', ...ofVersion);
    else if (old) archive.addParts('inHouse', ofVersion);
    const {techniques, funding, offices} = otherRows(version, rng);
    archive.add('techniques', ...techniques);
    archive.addParts('funding', funding);
    archive.add('offices', ...offices);
    const shows = notice ? 'notice' : (quirk ?? (old ? 'older_archive' : 'plain'));
    this.#keep(chain, version, children, lobbyists, shows);
  }

  #writeInstitutions(
    archive: Archive<RegistrationFile>,
    {regId}: Version,
    {institutions}: Children,
    quirk: VersionQuirk,
  ): void {
    const id = {REG_ID_ENR: String(regId)};
    const rows = institutions.map((name) => ({
      ...id,
      INSTITUTION: this.quirks.due('trailing_blanks') ? `${name} ` : name,
    }));
    archive.addParts('institutions', rows);
    if (quirk === 'repeated_part') {
      archive.add('institutions', ...rows.slice(0, 1));
      this.counted.merge('repeated_part');
    }
    if (quirk === 'orphan') archive.addOrphan('institutions', {REG_ID_ENR: `9${regId}`, INSTITUTION: HOUSE});
    if (quirk === 'part_too_long') archive.addTooLong('institutions', {...id, INSTITUTION: HOUSE});
  }

  #keep(
    chain: Chain,
    version: Version,
    children: Children,
    lobbyists: readonly Lobbyist[],
    shows: string,
  ): void {
    const institutions = [...children.institutions, ...(children.manual === null ? [] : [children.manual])];
    const year = iso(version.effective).slice(0, 4);
    const by = {registration_type: TYPES[chain.type], year, institution: institutions};
    this.counted.keep({versions: 1, value: null, by});
    this.counted.sample(shows, () => ({
      record_id: String(version.regId),
      earlier_versions: 0,
      fields: {
        ...fieldsOf(chain, version),
        subject_labels: children.subjects.map(({label}) => label).join(', '),
        subjects: children.subjects.map(({code, label}) => ({code, label})),
        institutions,
        beneficiaries: children.beneficiaries.map(({en, fr, type}) => ({name: en ?? fr, type})),
        subject_details: children.details.map(({text}) => text.replaceAll(/\s+/g, ' ')),
        in_house_lobbyists: chain.type === 1 ? [] : lobbyists.map(({given, family}) => `${given} ${family}`),
      },
    }));
  }
}

/** The chain with what the quirks of whole chains make of it. */
function withQuirks(chain: Chain, quirks: Quirks): Chain {
  const {client, versions, registrant} = chain;
  if (client.en === null) quirks.due('french_only');
  if (client.fr === null) quirks.due('english_only');
  if (versions.length > 1) quirks.due('amended');
  if (registrant.family === 'Null') quirks.due('null_name');
  const [first, second, ...rest] = versions;
  if (!first || !second || !quirks.due('order_disagrees')) return chain;
  const swapped = [{...first, suffix: second.suffix}, {...second, suffix: first.suffix}, ...rest];
  return {...chain, versions: swapped};
}

const dayOrNull = (day: number | null): string | null => (day === null ? null : iso(day));

/** What the primary file says of a version. */
function fieldsOf(chain: Chain, version: Version): Record<string, Json> {
  const {client, registrant} = chain;
  return {
    reg_id: String(version.regId),
    registration_number: numberOf(chain, version),
    client: clientName(client),
    client_fr: client.fr,
    client_number: String(chain.clientNumber),
    lobbyist_name: `${registrant.given} ${registrant.family}`,
    lobbyist_id: String(registrant.number),
    lobbyist_firm: registrant.firm?.en ?? null,
    registration_type: TYPES[chain.type],
    effective_date: iso(version.effective),
    end_date: dayOrNull(version.end),
    posted_date: dayOrNull(version.posted),
    source_dataset: source.label,
  };
}
