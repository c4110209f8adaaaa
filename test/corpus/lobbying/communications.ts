/** Generates the archive of communication reports: five joined files in a zip. */
import {join} from 'node:path';
import source from '../../../datasets/lobbying_communications/sources/lobbying_communications.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Json} from '../../../datasets/types.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import type {Cells} from '../files/csv.ts';
import {GeneratedSource} from '../generated_source.ts';
import {politicians} from '../parliament/politicians.ts';
import {type Random, random} from '../prng.ts';
import type {Generate, Task} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {Archive} from './archive.ts';
import {registry} from './chains.ts';
import {clientName} from './clients.ts';
import {COMMUNICATION_FORMS, COMMUNICATION_ZIP, type CommunicationFile} from './communication_forms.ts';
import {chainPicker, type Engagement, engagement} from './engagements.ts';
import {HOUSE} from './institutions.ts';
import {type Official, official} from './officials.ts';
import {CUSTOM, detail, OTHER, pickSubjects} from './subjects.ts';

const FIRST_DAY = dayOf('2008-07-02');
/** Subjects moved to the file of details on that day. */
const NEWER_SUBJECTS = dayOf('2024-10-01');
const FIRST_ID = 73_734;

/** Quirks of whole reports; each of them has one at most. */
const REPORT_QUIRKS = [
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

type ReportQuirk = (typeof REPORT_QUIRKS)[number] | null;

/** One report as the record must be. */
interface Report extends Engagement {
  id: number;
  /** It says that it is synthetic. */
  notice: boolean;
  officials: readonly Official[];
}

type Labels = readonly {code: string; label: string}[];

export const lobbying_communications: Generate = (task) => new Communications(task).run();

class Communications extends GeneratedSource<'lobbying_communications'> {
  constructor(task: Task) {
    super(task, source);
  }

  async run() {
    const {folder, seed, plan} = this;
    const archive = await Archive.open<CommunicationFile>({
      from: join(folder, 'current'),
      forms: COMMUNICATION_FORMS,
      seed,
      counted: this.counted,
      key: 'COMLOG_ID',
    });
    const world = politicians(plan, seed);
    const registered = registry(plan, seed);
    const pick = chainPicker(registered);
    const total = plan.lobbying_communications;
    for (let index = 0; index < total; index++) {
      const rng = random(seed, source.slug, index);
      const day = FIRST_DAY + Math.floor((REFERENCE_DAY - 20 - FIRST_DAY) * (index / total) ** 0.75);
      const chain = registered.chain(pick(day, rng));
      const quirk = index > 0 ? this.quirks.one(REPORT_QUIRKS) : null;
      const engaged = engagement(chain, day, quirk, registered);
      // numbers rise with the days and leave gaps
      const id = FIRST_ID + 2 * index + rng.int(2);
      const officials = this.#officials(quirk, rng, () => official(world, engaged.day, rng, this.quirks));
      this.#write(archive, {...engaged, id, officials, notice: index === 0}, quirk, rng);
      await archive.settle();
      if (index % 8_192 === 0) this.tellOf(total);
    }
    this.tellOf(total);
    return this.counted.expected(await archive.pack(folder, COMMUNICATION_ZIP), this.quirks.counts());
  }

  #officials(quirk: ReportQuirk, rng: Random, one: () => Official): Official[] {
    if (quirk === 'no_officials') return [];
    const count = rng.chance(0.25) ? 2 + Math.floor(rng.next() ** 2 * 6) : 1;
    if (count > 1) this.quirks.due('several_officials');
    const named = Array.from({length: count}, one);
    // nothing says whether that is one person or two
    return quirk === 'listed_twice' ? [...named, ...named.slice(0, 1)] : named;
  }

  #write(archive: Archive<CommunicationFile>, report: Report, quirk: ReportQuirk, rng: Random): void {
    const {id, officials, client, notice} = report;
    const [official] = officials;
    if (client.en === null) this.quirks.due('french_only');
    const cells = cellsOf(report, quirk, rng);
    if (notice) archive.first('primary', cells);
    else archive.add('primary', cells);
    archive.addQuirk(quirk, cells);
    archive.addParts(
      'officials',
      officials.map((one) => ({COMLOG_ID: String(id), ...one.cells})),
    );
    if (quirk === 'orphan' && official) {
      archive.addOrphan('officials', {...official.cells, COMLOG_ID: `9${id}`, INSTITUTION: HOUSE});
    }
    const labels = this.#writeSubjects(archive, report, rng);
    this.#keep(report, labels, quirk ?? official?.shows ?? 'plain');
  }

  /** Labels in the order in which a reader finds them: those of the older file, then those of the details. */
  #writeSubjects(
    archive: Archive<CommunicationFile>,
    {id, day, client, notice}: Report,
    rng: Random,
  ): Labels {
    const key = {COMLOG_ID: String(id)};
    const subjects = pickSubjects(rng, 1 + rng.int(3)).map((subject) => ({
      subject,
      label: subject.en,
      custom: 'null',
    }));
    const newer = day >= NEWER_SUBJECTS || notice;
    const both = !newer && this.quirks.due('both_subjects');
    if (!newer && this.quirks.due('custom_subject')) {
      const custom = rng.pick(CUSTOM)[0] ?? '';
      subjects.push({subject: OTHER, label: custom, custom});
    }
    const labels = subjects.map(({subject: {code}, label}) => ({code, label}));
    const codes = labels.map(({code}) => code);
    if (newer) this.quirks.due('newer_subjects');
    else {
      const rows = subjects.map(({subject, custom}) => ({
        ...key,
        SUBJECT_CODE_OBJET: subject.code,
        CUSTOM_SUBJ_OBJET_PERSO: custom,
      }));
      archive.addParts('subjects', rows);
    }
    const [main] = subjects;
    if (!main || !(newer || both)) return labels;
    const row = {
      ...key,
      SUBJECT_CODE_OBJET: newer ? codes.join(', ') : main.subject.code,
      DESCRIPTION: notice ? NOTICE.en : detail(rng, main.subject, client.en === null ? 'fr' : 'en').text,
      NEED_REV_REQ: 'N',
    };
    if (notice) archive.first('details', row);
    else archive.add('details', row);
    this.counted.merge('part');
    return labels;
  }

  #keep(report: Report, labels: Labels, shows: string): void {
    const {client, officials, registration, day} = report;
    if (registration) this.counted.link('communication to registration');
    for (const {slug} of officials) if (slug !== null) this.counted.link('official to politician');
    // clients are grouped by their folded names; one spelling serves for all here
    const by = {
      year: iso(day).slice(0, 4),
      institution: institutionsOf(report),
      client: fold(clientName(client)),
    };
    this.counted.keep({versions: 1, value: null, by});
    this.counted.sample(shows, () => ({
      record_id: String(report.id),
      earlier_versions: 0,
      fields: fieldsOf(report, labels, shows === 'lobbyist_blank'),
    }));
  }
}

/** The cells of a report in the primary file. */
function cellsOf(report: Report, quirk: ReportQuirk, rng: Random): Cells {
  const {id, day, chain, client} = report;
  const {registrant} = chain;
  const blank = quirk === 'lobbyist_blank';
  return {
    COMLOG_ID: String(id),
    CLIENT_ORG_CORP_NUM: String(chain.clientNumber),
    EN_CLIENT_ORG_CORP_NM_AN: client.en ?? 'null',
    FR_CLIENT_ORG_CORP_NM: client.fr ?? 'null',
    REGISTRANT_NUM_DECLARANT: String(registrant.number),
    RGSTRNT_LAST_NM_DCLRNT: blank ? 'null' : registrant.family,
    RGSTRNT_1ST_NM_PRENOM_DCLRNT: blank ? 'null' : registrant.given,
    COMM_DATE: iso(day),
    REG_TYPE_ENR: String(chain.type),
    SUBMISSION_DATE_SOUMISSION: notAfterReference(day + rng.between(1, 15)),
    POSTED_DATE_PUBLICATION: postedOf(report),
    PREV_COMLOG_ID_PRECEDNT: quirk === 'previous_missing' ? String(id - 1_000_000) : 'null',
  };
}

const notAfterReference = (day: number): string => iso(Math.min(day, REFERENCE_DAY));
const postedOf = ({day}: Report): string => notAfterReference(day + 21 - (day % 7));

const institutionsOf = ({officials}: Report): string[] =>
  officials.map(({institution}) => institution).filter((one) => one !== null);

/** Different values joined by `; `, in order; null for none. */
function distinct(values: readonly (string | null)[]): string | null {
  const given = [...new Set(values.filter((one) => one !== null))];
  return given.length > 0 ? given.join('; ') : null;
}

function fieldsOf(report: Report, labels: Labels, blank: boolean): Record<string, Json> {
  const {chain, officials, registration} = report;
  const {registrant} = chain;
  return {
    com_id: String(report.id),
    date: iso(report.day),
    client: clientName(report.client),
    // one that is not in the report is taken from the registration
    lobbyist_name: blank && !registration ? null : `${registrant.given} ${registrant.family}`,
    lobbyist_id: String(registrant.number),
    lobbyist_firm: registration ? (registrant.firm?.en ?? null) : null,
    reg_id: registration ? String(registration.regId) : null,
    dpoh_name: distinct(officials.map(({name}) => name)),
    dpoh_title: distinct(officials.map(({title}) => title)),
    institution: distinct(institutionsOf(report)),
    subjects: labels.map(({label}) => label).join(', '),
    subject_list: labels.map(({label}) => label),
    dpohs: officials.map(({name, title, branch, institution, slug}) => ({
      name,
      title,
      branch,
      institution,
      politician_slug: slug,
    })),
    posted_date: postedOf(report),
    source_dataset: source.label,
  };
}
