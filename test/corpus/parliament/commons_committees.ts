/**
 * Generates the committees of the House: lists, members, meetings and studies, the file of roles and
 * transcripts.
 */
import iconv from 'iconv-lite';
import source from '../../../datasets/committee_sessions/sources/commons_committees.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import {recordId} from '../oracle.ts';
import type {Generate} from '../task.ts';
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
import {type Committee, type CommitteeSession, committees, type Meeting, type Study} from './committees.ts';
import {DocumentSource} from './document_source.ts';
import {fullName, mandateOn, partyOn} from './people.ts';

const HOUSE = 'https://www.ourcommons.ca';
const ROLES = 'synthetic-committees_2019-09-05.csv';

/** The session that only the file of roles has; those whose committees have pages; the one that sits. */
const BY_ROLES = '42-1';
const FOLLOWED = ['44-1', '45-1'];
const SITTING = '45-1';
/** The meeting of which both transcripts were saved. */
const TRANSCRIBED = {session: '44-1', acronym: 'FOPO'} as const;

type Lists = Record<'members' | 'meetings' | 'activities', Json[]>;

const NO_LISTS: Lists = {members: [], meetings: [], activities: []};

export const commons_committees: Generate = (task) =>
  new Committees(task, source, 'synthetic-committees.documents.ndjson').run();

class Committees extends DocumentSource<'commons_committees'> {
  protected async write(): Promise<number> {
    const all = committees(this.plan, this.seed);
    for (const [id, ofSession] of Map.groupBy(all, ({session}) => session.id)) {
      if (id === BY_ROLES) await this.#writeRoles(ofSession);
      else this.#writeSession(ofSession);
    }
    const find = (id: string, acronym: string) =>
      all.find(({session, committee}) => session.id === id && committee.acronym === acronym);
    this.#writeOrphans(find(SITTING, 'FINA'));
    await this.#writeTranscripts(find(TRANSCRIBED.session, TRANSCRIBED.acronym));
    return all.length;
  }

  /** The list of a session in one language; every committee is a row. */
  #writeList(ofSession: readonly CommitteeSession[], language: 'en' | 'fr'): void {
    const [{session} = {session: null}] = ofSession;
    const shown = ofSession.map(({committee}) => committee);
    this.page(
      {
        name: `list/${session?.id}/${language}`,
        url: `${HOUSE}/Committees/${language}/List?parl=${session?.parliament}&session=${session?.number}`,
        text: () => listPage(shown, language),
      },
      shown.length,
    );
  }

  /**
   * The file of roles: every row names its committee again, and one member of it; the French list has the
   * names.
   */
  async #writeRoles(ofSession: readonly CommitteeSession[]): Promise<void> {
    const shown = ofSession.filter(({committee}) => !committee.joint);
    const rows = shown.reduce((sum, {seats}) => sum + 2 * seats.length, 0);
    await this.file(ROLES, iconv.encode(rolesFile(ofSession), 'windows-1252'), rows);
    this.#writeList(shown, 'fr');
    for (const one of shown) {
      this.quirks.due('by_roles');
      this.counted.merge('duplicate', one.seats.length - 1);
      this.counted.merge('part', one.seats.length + 1);
      this.#keep(one, 'by_roles', NO_LISTS);
    }
  }

  /** The lists of a session in both languages, and the pages of its committees. */
  #writeSession(ofSession: readonly CommitteeSession[]): void {
    this.#writeList(ofSession, 'en');
    this.#writeList(ofSession, 'fr');
    this.counted.merge('part', ofSession.length);
    for (const one of ofSession) {
      const {committee, session} = one;
      if (committee.parent !== null) this.quirks.due('subcommittee');
      if (committee.joint) this.quirks.due('joint');
      const followed = FOLLOWED.includes(session.id);
      this.#keep(one, formOf(committee, followed), followed ? this.#writePages(one) : NO_LISTS);
    }
  }

  /** Members, meetings and studies of a committee; gives the lists that its record has of them. */
  #writePages(one: CommitteeSession): Lists {
    const {committee, session, seats, meetings} = one;
    const shown = seats.filter(({role}) => role !== 'Associate Member');
    for (let i = shown.length; i < seats.length; i++) this.quirks.due('associate');
    this.#writePage(one, 'Members', () => membersPage(one), shown.length);
    this.counted.merge('part', shown.length);
    const named = meetings.toReversed().flatMap(({study}) => (study ? [study] : []));
    const studies = [...new Set(named)];
    if (!committee.joint) this.#writeMeetings(one, named.length, studies.length);
    if (session.id === SITTING) for (const study of studies) this.#writeStudy(one, study);
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

  #writePage(one: CommitteeSession, kind: 'Members' | 'Meetings', text: () => string, rows: number): void {
    const {committee, session} = one;
    const name = `${kind.toLowerCase()}/${session.id}/${committee.acronym}`;
    const url = `${siteOf(committee)}/Committees/en/${committee.acronym}/${kind}?${query(one)}`;
    this.page({name, url, text}, rows);
  }

  /** The page of meetings: a row for each, and one for the study that it is about. */
  #writeMeetings(one: CommitteeSession, named: number, studies: number): void {
    const {session, meetings} = one;
    const near = session.ongoing ? (meetings.at(-1) ?? null) : null;
    if (near) this.quirks.due('near_today');
    for (const {cancelled, inCamera} of meetings) {
      if (cancelled) this.quirks.due('cancelled');
      if (inCamera) this.quirks.due('in_camera');
    }
    this.#writePage(one, 'Meetings', () => meetingsPage(one, near), meetings.length + named);
    this.counted.merge('part', meetings.length + studies);
    this.counted.merge('repeated_part', named - studies);
  }

  #writeStudy({committee, session}: CommitteeSession, study: Study): void {
    this.page(
      {
        name: `studies/${session.id}/${committee.acronym}/${study.id}`,
        url: `${HOUSE}/Committees/en/${committee.acronym}/StudyActivity?studyActivityId=${study.id}`,
        text: () => studyPage(study),
      },
      1,
    );
    this.counted.merge('repeated_part');
  }

  /** Meetings of a committee that no list has. */
  #writeOrphans(known: CommitteeSession | undefined): void {
    if (!known) return;
    const meetings = known.meetings.slice(0, 2).map((one) => ({...one, study: null}));
    const lost = {...known, committee: {...known.committee, acronym: 'ZZZZ'}, meetings};
    this.quirks.due('orphan');
    this.#writePage(lost, 'Meetings', () => meetingsPage(lost, null), meetings.length);
    this.counted.reject('orphan', meetings.length);
  }

  /** Both languages say the same of one meeting. */
  async #writeTranscripts(known: CommitteeSession | undefined): Promise<void> {
    const meeting = known?.meetings.find((one) => one.evidence);
    if (!known || !meeting) return;
    const name = (letter: string) => `synthetic-${TRANSCRIBED.acronym}_evidence-${letter}.xml`;
    await this.file(name('E'), evidence(known, meeting, 'en'), 2);
    this.counted.merge('version');
    this.counted.merge('part');
    await this.file(name('F'), evidence(known, meeting, 'fr'), 2);
    this.counted.merge('duplicate');
    this.counted.merge('repeated_part');
    for (let i = 0; i < 2; i++) this.quirks.due('transcript');
  }

  #keep(one: CommitteeSession, shows: string, lists: Lists): void {
    const {committee, session, seats} = one;
    this.keepRecord({
      id: recordId('k_', source.slug, [committee.acronym, session.id]),
      by: {session_id: session.id},
      shows,
      fields: () => ({
        acronym: committee.acronym,
        session_id: session.id,
        name_en: committee.en,
        name_fr: committee.fr,
        parent: committee.parent,
        ...lists,
        roles: shows === 'by_roles' ? seats.map(({member, role}) => ({name: fullName(member), role})) : [],
        source_url: `${siteOf(committee)}/Committees/en/${committee.acronym}?${query(one)}`,
      }),
    });
  }
}

function formOf({joint, parent}: Committee, followed: boolean): string {
  if (joint) return 'joint';
  if (parent) return 'subcommittee';
  return followed ? 'pages' : 'list alone';
}

/** Parliament and session as addresses have them. */
const query = ({session}: CommitteeSession): string => `parl=${session.parliament}&session=${session.number}`;

const meetingOf = (one: CommitteeSession, meeting: Meeting): Json => ({
  number: meeting.number,
  date: iso(meeting.day),
  start_time: clock24(meeting.start),
  end_time: clock24(meeting.end),
  in_camera: meeting.inCamera,
  cancelled: meeting.cancelled,
  has_evidence: meeting.evidence,
  ...papersOf(one, meeting),
});
