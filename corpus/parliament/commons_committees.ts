/** Generates the committees of the House: lists, members, meetings and studies, the file of roles and transcripts. */
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import iconv from 'iconv-lite';
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import {recordId} from '../oracle.ts';
import type {Generate, Task} from '../task.ts';
import {
  clock24,
  evidence,
  listPage,
  meetingsPage,
  membersPage,
  papersOf,
  rolesFile,
  siteOf,
  studyPage,
} from './committee_pages.ts';
import {type CommitteeSession, committees, type Meeting} from './committees.ts';
import {DocumentSource} from './document_source.ts';
import {writeDocument} from './documents.ts';
import {fullName, mandateOn, partyOn} from './people.ts';

const SLUG = 'commons_committees';
const LABEL = 'House of Commons Committees';
const HOUSE = 'https://www.ourcommons.ca';

const BUNDLE = 'synthetic-committees.documents.ndjson';
const ROLES = 'synthetic-committees_2019-09-05.csv';

/** The session that only the file of roles has; those whose committees have pages; the one that sits. */
const BY_ROLES = '42-1';
const FOLLOWED = ['44-1', '45-1'];
const SITTING = '45-1';
/** The meeting of which both transcripts were saved. */
const TRANSCRIBED = {session: '44-1', acronym: 'FOPO'} as const;

export const commons_committees: Generate = (task) => new Committees(task).run();

/** What pages tell of a committee. */
type Details = Record<'members' | 'meetings' | 'activities', Json[]>;
const NO_DETAILS: Details = {members: [], meetings: [], activities: []};

class Committees extends DocumentSource<typeof SLUG> {
  readonly #all: readonly CommitteeSession[];

  constructor(task: Task) {
    super(task, {slug: SLUG, dataset: 'committee_sessions', label: LABEL, bundle: BUNDLE});
    this.#all = committees(this.plan, this.seed);
  }

  async run() {
    this.count(BUNDLE, 0);
    for (const [id, of] of Map.groupBy(this.#all, ({session}) => session.id)) {
      if (id === BY_ROLES) await this.#roles(of);
      else this.#lists(id, of);
    }
    this.#orphans();
    await this.#transcripts();
    return this.finish(this.#all.length);
  }

  /** The file of roles: every row names its committee again, and one member of it; the French list has the names. */
  async #roles(of: readonly CommitteeSession[]): Promise<void> {
    const shown = of.filter(({committee}) => !committee.joint);
    await mkdir(this.folder, {recursive: true});
    await writeFile(join(this.folder, ROLES), iconv.encode(rolesFile(of), 'windows-1252'));
    const [{session} = {session: null}] = shown;
    this.pages.push({
      name: `list/${BY_ROLES}/fr`,
      url: `${HOUSE}/Committees/fr/List?parl=${session?.parliament}&session=${session?.number}`,
      text: () =>
        listPage(
          shown.map(({committee}) => committee),
          'fr',
        ),
    });
    this.count(BUNDLE, shown.length);
    this.counted.merge('part', shown.length);
    for (const one of shown) {
      this.quirks.due('by_roles');
      this.count(ROLES, 2 * one.seats.length);
      this.counted.merge('duplicate', one.seats.length - 1);
      this.counted.merge('part', one.seats.length);
      this.#keep(one, 'by_roles', NO_DETAILS);
    }
  }

  /** The lists of a session in both languages, and the pages of its committees. */
  #lists(id: string, of: readonly CommitteeSession[]): void {
    const named = of.map(({committee}) => committee);
    const [parliament, number] = id.split('-');
    for (const language of ['en', 'fr'] as const) {
      this.pages.push({
        name: `list/${id}/${language}`,
        url: `${HOUSE}/Committees/${language}/List?parl=${parliament}&session=${number}`,
        text: () => listPage(named, language),
      });
    }
    this.count(BUNDLE, 2 * of.length);
    this.counted.merge('part', of.length);
    for (const one of of) {
      const {committee} = one;
      if (committee.parent !== null) this.quirks.due('subcommittee');
      if (committee.joint) this.quirks.due('joint');
      const followed = FOLLOWED.includes(id);
      const shows = committee.joint
        ? 'joint'
        : committee.parent
          ? 'subcommittee'
          : followed
            ? 'pages'
            : 'list alone';
      this.#keep(one, shows, followed ? this.#follow(one) : NO_DETAILS);
    }
  }

  /** Members, meetings and studies of a committee; gives what its record holds of them. */
  #follow(one: CommitteeSession): Details {
    const {committee, session, seats, meetings} = one;
    const place = `${session.id}/${committee.acronym}`;
    const url = (kind: string) =>
      `${siteOf(committee)}/Committees/en/${committee.acronym}/${kind}?parl=${session.parliament}&session=${session.number}`;
    this.pages.push({name: `members/${place}`, url: url('Members'), text: () => membersPage(one)});
    const shown = seats.filter(({role}) => role !== 'Associate Member');
    for (const _ of seats.filter(({role}) => role === 'Associate Member')) this.quirks.due('associate');
    this.count(BUNDLE, shown.length);
    this.counted.merge('part', shown.length);

    const near = session.ongoing ? (meetings.at(-1) ?? null) : null;
    if (near) this.quirks.due('near_today');
    for (const {cancelled, inCamera} of meetings) {
      if (cancelled) this.quirks.due('cancelled');
      if (inCamera) this.quirks.due('in_camera');
    }
    const named = meetings.toReversed().flatMap(({study}) => (study ? [study] : []));
    const studies = [...new Set(named)];
    if (!committee.joint) {
      this.pages.push({name: `meetings/${place}`, url: url('Meetings'), text: () => meetingsPage(one, near)});
      this.count(BUNDLE, meetings.length + named.length);
      this.counted.merge('part', meetings.length + studies.length);
      this.counted.merge('repeated_part', named.length - studies.length);
    }
    if (session.id === SITTING) {
      for (const study of studies) {
        this.pages.push({
          name: `studies/${place}/${study.id}`,
          url: `${HOUSE}/Committees/en/${committee.acronym}/StudyActivity?studyActivityId=${study.id}`,
          text: () => studyPage(study),
        });
        this.count(BUNDLE);
        this.counted.merge('repeated_part');
      }
    }
    return {
      members: shown.map(({member, role, from}) => ({
        politician_id: member.house,
        name: fullName(member),
        party: partyOn(member, from)?.short ?? null,
        riding: mandateOn(member, from)?.riding.name ?? null,
        province: mandateOn(member, from)?.riding.province.code ?? null,
        role,
      })),
      meetings: meetings.toReversed().map((meeting) => meetingOf(one, meeting)),
      activities: studies.map(({id, name, kind}) => ({id, name_en: name, kind})),
    };
  }

  /** Meetings of a committee that no list has. */
  #orphans(): void {
    const known = this.#all.find(
      ({session, committee}) => session.id === SITTING && committee.acronym === 'FINA',
    );
    if (!known) return;
    const lost = {
      ...known,
      committee: {...known.committee, acronym: 'ZZZZ'},
      meetings: known.meetings.slice(0, 2),
    };
    const silent = lost.meetings.map((one) => ({...one, study: null}));
    this.quirks.due('orphan');
    this.pages.push({
      name: `meetings/${SITTING}/ZZZZ`,
      url: `${HOUSE}/Committees/en/ZZZZ/Meetings?parl=45&session=1`,
      text: () => meetingsPage({...lost, meetings: silent}, null),
    });
    this.count(BUNDLE, silent.length);
    this.counted.reject('orphan', silent.length);
  }

  /** Both languages say the same of one meeting. */
  async #transcripts(): Promise<void> {
    const of = this.#all.find(
      ({session, committee}) =>
        session.id === TRANSCRIBED.session && committee.acronym === TRANSCRIBED.acronym,
    );
    const meeting = of?.meetings.find((one) => one.evidence);
    if (!of || !meeting) return;
    for (const [letter, language] of [
      ['E', 'en'],
      ['F', 'fr'],
    ] as const) {
      const name = `synthetic-${TRANSCRIBED.acronym}_evidence-${letter}.xml`;
      await writeDocument(this.folder, name, evidence(of, meeting, language));
      this.count(name, 2);
      this.quirks.due('transcript');
      this.counted.merge(letter === 'E' ? 'version' : 'duplicate');
      this.counted.merge(letter === 'E' ? 'part' : 'repeated_part');
    }
  }

  #keep(one: CommitteeSession, shows: string, found: Details): void {
    const {committee, session, seats} = one;
    this.counted.keep({versions: 1, value: null, by: {session_id: session.id}});
    const listed = shows !== 'by_roles';
    this.counted.sample(shows, () => ({
      record_id: recordId('k_', SLUG, [committee.acronym, session.id]),
      earlier_versions: 0,
      fields: {
        acronym: committee.acronym,
        session_id: session.id,
        name_en: committee.en,
        name_fr: committee.fr,
        parent: committee.parent,
        ...found,
        roles: listed ? [] : seats.map(({member, role}) => ({name: fullName(member), role})),
        source_url: `${siteOf(committee)}/Committees/en/${committee.acronym}?parl=${session.parliament}&session=${session.number}`,
        source_dataset: LABEL,
      },
    }));
  }
}

const meetingOf = (of: CommitteeSession, meeting: Meeting): Json => ({
  number: meeting.number,
  date: iso(meeting.day),
  start_time: clock24(meeting.start),
  end_time: clock24(meeting.end),
  in_camera: meeting.inCamera,
  cancelled: meeting.cancelled,
  has_evidence: meeting.evidence,
  ...papersOf(of, meeting),
});
