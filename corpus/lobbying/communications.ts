/** Generates the archive of communication reports: five joined files in a zip. */
import {join} from 'node:path';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import type {Cells} from '../files/csv.ts';
import {type Oracle, oracle} from '../oracle.ts';
import {politicians} from '../parliament/politicians.ts';
import {type Random, random} from '../prng.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {openTables, type Tables} from './archive.ts';
import {type Chain, type Registry, registry, type Version} from './chains.ts';
import {type Client, client, clientName} from './clients.ts';
import {COMMUNICATION_FORMS, COMMUNICATION_ZIP, type CommunicationFile} from './communication_forms.ts';
import {HOUSE} from './institutions.ts';
import {type Official, official, type Quirks} from './officials.ts';
import {CUSTOM, detail, OTHER, pickSubjects, SUBJECTS} from './subjects.ts';

const SLUG = 'lobbying_communications';
const LABEL = 'Lobbying Communications';

const FIRST_DAY = dayOf('2008-07-02');
/** Subjects moved to the file of details on that day. */
const NEWER_SUBJECTS = dayOf('2024-10-01');
const FIRST_ID = 73_734;

/** What a report may bear besides its content; at most one. */
const ONE = [
  'no_registration',
  'before_registration',
  'lobbyist_blank',
  'previous_missing',
  'no_officials',
  'listed_twice',
  'orphan',
  'duplicate',
  'cell_too_many',
  'cell_too_few',
  'no_id',
] as const;

type Kind = (typeof ONE)[number] | null;

/** One report as the record must be. */
interface Report {
  id: number;
  day: number;
  chain: Chain;
  client: Client;
  /** The registration behind it; null where there is none. */
  registration: Version | null;
  officials: readonly Official[];
  subjects: readonly {code: string; label: string}[];
}

export const lobbying_communications: Generate = async (task) => {
  const {folder, seed, plan, tell} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const counted = oracle({slug: SLUG, dataset: SLUG, label: LABEL, valued: false});
  const archive = await openTables(join(folder, 'current'), COMMUNICATION_FORMS, seed);
  for (const {code, en, fr} of SUBJECTS) {
    archive.files.codes.first({cells: {SUBJECT_CODE_OBJET: code, SMT_EN_DESC: en, SMT_FR_DESC: fr}});
  }
  counted.merge('code', SUBJECTS.length);

  const world = politicians(plan, seed);
  const registered = registry(plan, seed);
  const clients = engagements(registered);
  const total = plan.lobbying_communications;
  for (let index = 0; index < total; index++) {
    const means = random(seed, SLUG, index);
    const day = FIRST_DAY + Math.floor((REFERENCE_DAY - 20 - FIRST_DAY) * (index / total) ** 0.75);
    const chain = registered.chain(clients.on(day, means));
    const kind = index > 0 ? quirks.one(ONE) : null;
    const engaged = engagement(chain, day, kind, registered);
    const report = {
      // numbers rise with the days and leave gaps
      id: FIRST_ID + 2 * index + means.int(2),
      ...engaged,
      officials: officialsOf(kind, means, () => official(world, engaged.day, means, quirks), quirks),
    };
    write(archive, report, kind, means, quirks, counted);
    await archive.settle();
    if (index % 8_192 === 0) tell(SLUG, counted.kept, total);
  }
  tell(SLUG, counted.kept, total);
  return counted.expected(await archive.pack(folder, COMMUNICATION_ZIP), quirks.counts());
};

/** Which chains run on a day, from a table of their first and last days. */
function engagements({chains, chain}: Registry): {on(day: number, means: Random): number} {
  const from = new Int32Array(chains);
  const to = new Int32Array(chains);
  for (let index = 0; index < chains; index++) {
    const {versions} = chain(index);
    from[index] = Math.min(...versions.map(({effective}) => effective));
    to[index] = Math.max(...versions.map(({end}) => end ?? REFERENCE_DAY));
  }
  return {
    on: (day, means) => {
      for (let tries = 0; ; tries++) {
        const index = Math.floor(chains * means.next() ** 1.4);
        const runs = (from[index] ?? 0) <= day && day <= (to[index] ?? 0);
        // where hardly any chain runs, one that has begun will do
        if (runs || (tries > 400 && (from[index] ?? 0) <= day) || tries > 4_000) return index;
      }
    },
  };
}

/** Who reports for whom on which day, and the registration behind that. */
function engagement(
  chain: Chain,
  day: number,
  kind: Kind,
  registered: Registry,
): Omit<Report, 'id' | 'officials' | 'subjects'> {
  // a client of nobody: numbers above those of all registrations
  if (kind === 'no_registration')
    return {day, chain, client: client(60_000 + chain.index), registration: null};
  const versions = registered.versionsLike(chain.index);
  const first = Math.min(...versions.map(({effective}) => effective));
  const on = kind === 'before_registration' ? first - 20 : day;
  return {day: on, chain, client: chain.client, registration: behind(versions, on)};
}

/** The latest version not after the day; of several on one day the one with the larger number. */
function behind(versions: readonly Version[], day: number): Version | null {
  const before = versions.filter(({effective}) => effective <= day);
  const [latest] = before.toSorted((a, b) => b.effective - a.effective || b.regId - a.regId);
  return latest ?? null;
}

function officialsOf(kind: Kind, means: Random, one: () => Official, quirks: Quirks): Official[] {
  if (kind === 'no_officials') return [];
  const count = means.chance(0.25) ? 2 + Math.floor(means.next() ** 2 * 6) : 1;
  if (count > 1) quirks.due('several_officials');
  const named = Array.from({length: count}, one);
  // nothing tells whether that is one person or two
  return kind === 'listed_twice' ? [...named, ...named.slice(0, 1)] : named;
}

const day = (of: number): string => iso(Math.min(of, REFERENCE_DAY));

/** The cells of a communication in the primary file. */
function cellsOf(said: Omit<Report, 'subjects'>, kind: Kind, means: Random): Cells {
  const {chain, client} = said;
  const {registrant} = chain;
  const blank = kind === 'lobbyist_blank';
  return {
    COMLOG_ID: String(said.id),
    CLIENT_ORG_CORP_NUM: String(chain.clientNumber),
    EN_CLIENT_ORG_CORP_NM_AN: client.en ?? 'null',
    FR_CLIENT_ORG_CORP_NM: client.fr ?? 'null',
    REGISTRANT_NUM_DECLARANT: String(registrant.number),
    RGSTRNT_LAST_NM_DCLRNT: blank ? 'null' : registrant.family,
    RGSTRNT_1ST_NM_PRENOM_DCLRNT: blank ? 'null' : registrant.given,
    COMM_DATE: iso(said.day),
    REG_TYPE_ENR: String(chain.type),
    SUBMISSION_DATE_SOUMISSION: day(said.day + means.between(1, 15)),
    POSTED_DATE_PUBLICATION: postedOf(said),
    PREV_COMLOG_ID_PRECEDNT: kind === 'previous_missing' ? String(said.id - 1_000_000) : 'null',
  };
}

function write(
  {files}: Tables<CommunicationFile>,
  said: Omit<Report, 'subjects'>,
  kind: Kind,
  means: Random,
  quirks: Quirks,
  counted: Oracle,
): void {
  const {officials} = said;
  if (said.client.en === null) quirks.due('french_only');
  const cells = cellsOf(said, kind, means);
  const first = said.id < FIRST_ID + 2;
  if (first) files.primary.first({cells});
  else files.primary.add({cells});
  const id = {COMLOG_ID: String(said.id)};
  if (officials.length > 0) {
    files.officials.add(...officials.map((one) => ({cells: {...id, ...one.cells}})));
    counted.merge('part', officials.length);
  }
  const again = officials[0];
  switch (kind) {
    case 'duplicate':
      files.primary.add({cells});
      counted.merge('duplicate');
      break;
    case 'orphan':
      if (again) files.officials.add({cells: {...again.cells, COMLOG_ID: `9${said.id}`, INSTITUTION: HOUSE}});
      if (again) counted.reject('orphan');
      break;
    case 'no_id':
      files.primary.add({cells: {...cells, COMLOG_ID: 'null'}});
      counted.reject('missing');
      break;
    case 'cell_too_many':
    case 'cell_too_few': {
      const few = kind === 'cell_too_few';
      files.primary.add({
        cells: {...cells, COMLOG_ID: `9${said.id}`},
        change: (inOrder) => (few ? inOrder.slice(0, -1) : [...inOrder, 'see attached']),
      });
      counted.reject('ragged');
      break;
    }
    default:
  }
  const subjects = writeSubjects(files, said, first, means, quirks, counted);
  keep(counted, {...said, subjects}, kind ?? officials[0]?.shows ?? 'plain');
}

const postedOf = ({day: of}: Pick<Report, 'day'>): string => day(of + 21 - (of % 7));

/** Labels in the order in which a reader finds them: those of the older file, then those of the details. */
function writeSubjects(
  files: Tables<CommunicationFile>['files'],
  {id, day: of, client: {en}}: Pick<Report, 'id' | 'day' | 'client'>,
  notice: boolean,
  means: Random,
  quirks: Quirks,
  counted: Oracle,
): Report['subjects'] {
  const chosen = pickSubjects(means, 1 + means.int(3)).map((subject) => ({
    subject,
    code: subject.code,
    label: subject.en,
    custom: 'null',
  }));
  const newer = of >= NEWER_SUBJECTS || notice;
  const both = !newer && quirks.due('both_subjects');
  if (!newer && quirks.due('custom_subject')) {
    const custom = means.pick(CUSTOM)[0] ?? '';
    chosen.push({subject: OTHER, code: OTHER.code, label: custom, custom});
  }
  if (newer) quirks.due('newer_subjects');
  else {
    files.subjects.add(
      ...chosen.map(({code, custom}) => ({
        cells: {COMLOG_ID: String(id), SUBJECT_CODE_OBJET: code, CUSTOM_SUBJ_OBJET_PERSO: custom},
      })),
    );
    counted.merge('part', chosen.length);
  }
  const [main] = chosen;
  if (!main || !(newer || both)) return chosen;
  const text = notice ? NOTICE.en : detail(means, main.subject, en === null ? 'fr' : 'en').text;
  const codes = newer ? chosen.map(({code}) => code) : [main.code];
  const row = {
    cells: {
      COMLOG_ID: String(id),
      SUBJECT_CODE_OBJET: codes.join(', '),
      DESCRIPTION: text,
      NEED_REV_REQ: 'N',
    },
  };
  if (notice) files.details.first(row);
  else files.details.add(row);
  counted.merge('part');
  return chosen;
}

/** Different values joined by `; `, in order; null for none. */
function distinct(values: readonly (string | null)[]): string | null {
  const given = [...new Set(values.filter((one) => one !== null))];
  return given.length > 0 ? given.join('; ') : null;
}

function keep(counted: Oracle, of: Report, shows: string): void {
  const {chain, client: named, officials, registration} = of;
  const institutions = officials.map(({institution}) => institution).filter((one) => one !== null);
  const year = iso(of.day).slice(0, 4);
  if (registration) counted.link('communication to registration');
  for (const {slug} of officials) if (slug !== null) counted.link('official to politician');
  // clients are grouped by what they fold to; one spelling stands for all here
  counted.keep({
    versions: 1,
    value: null,
    by: {year, institution: institutions, client: fold(clientName(named))},
  });
  counted.sample(shows, () => {
    const {registrant} = chain;
    const fields: Record<string, Json> = {
      com_id: String(of.id),
      date: iso(of.day),
      client: clientName(named),
      // one that is not in the report is taken from the registration
      lobbyist_name: `${registrant.given} ${registrant.family}`,
      lobbyist_id: String(registrant.number),
      lobbyist_firm: registration ? (registrant.firm?.en ?? null) : null,
      reg_id: registration ? String(registration.regId) : null,
      dpoh_name: distinct(officials.map(({name}) => name)),
      dpoh_title: distinct(officials.map(({title}) => title)),
      institution: distinct(institutions),
      subjects: of.subjects.map(({label}) => label).join(', '),
      subject_list: of.subjects.map(({label}) => label),
      dpohs: officials.map(({name, title, branch, institution, slug}) => ({
        name,
        title,
        branch,
        institution,
        politician_slug: slug,
      })),
      posted_date: postedOf(of),
      source_dataset: LABEL,
    };
    return {record_id: String(of.id), earlier_versions: 0, fields};
  });
}
