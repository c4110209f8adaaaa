/** Layouts of files about committees that are added by hand: roles and transcripts of meetings. */
import {COMMITTEE_ROLE} from '../codes/committees.ts';
import {code, constant, extract, joinAll, session} from '../fields.ts';
import type {Fields, LayoutDeclaration} from '../types.ts';
import {BEFORE_ACRONYM, NAME, NAMED} from './pages.ts';

const ROLES_ROWS = {form: 'sections', heading: NAMED, below: /^Subcommittee/i} as const;
const ofHeading: Fields = {
  // The file has its day only in its title and its name.
  session_id: session(NAME, /(\d{4}-\d\d-\d\d)/),
  acronym: extract('heading', NAMED),
};
const ROLES: readonly LayoutDeclaration[] = [
  {
    name: 'committees of the file of roles',
    help: 'Headings of the file of roles and memberships, which apply to every row below them.',
    rows: ROLES_ROWS,
    unused: 'Name, Title, Chamber',
    fields: {
      ...ofHeading,
      name_en: extract('heading', BEFORE_ACRONYM),
      parent: extract('above', NAMED),
      form: constant('2'),
    },
  },
  {
    name: 'roles',
    help: 'Members of committees with their roles, `Last, First (Hon.)`; associate members are most of them.',
    childTable: 'roles',
    rows: ROLES_ROWS,
    unused: 'above, Chamber',
    fields: {
      ...ofHeading,
      last: extract('Name', /^([^,]+),/),
      first: extract('Name', /,\s*([^(]*[^( ])\s*(?:\([^)]*\)\s*)?$/),
      role: code('Title', COMMITTEE_ROLE),
    },
  },
];

const item = (name: string): string => `ExtractedItem[@Name=${name}]`;
const EVIDENCE_ROWS = {form: 'xml', path: 'Hansard/ExtractedInformation'} as const;
/** A meeting may have no speakers, as one in camera; then its head names none. */
const NO_SPEAKER = item('SpeakerName');
const ofEvidence: Fields = {
  session_id: joinAll([item('ParliamentNumber'), item('SessionNumber')], '-'),
  acronym: item('Acronyme'),
};
const EVIDENCE: readonly LayoutDeclaration[] = [
  {
    name: 'committee of a transcript',
    help: 'What the evidence of a meeting, in either language, says of its committee.',
    rows: EVIDENCE_ROWS,
    unused: [
      'MetaNumberNumber',
      'MetaDateNumYear',
      'MetaDateNumMonth',
      'MetaDateNumDay',
      'MetaCreationTime',
      'SpeakerName',
      'InCameraNote',
    ]
      .map(item)
      .join(', '),
    optional: NO_SPEAKER,
    fields: {
      ...ofEvidence,
      name_en: item('InstitutionDebateEn'),
      name_fr: item('InstitutionDebateFr'),
      form: constant('1'),
    },
  },
  {
    name: 'transcripts',
    help: 'What the evidence says of its meeting; the speaker named at its head is the chair.',
    childTable: 'transcripts',
    rows: EVIDENCE_ROWS,
    unused: ['InstitutionDebateEn', 'InstitutionDebateFr'].map(item).join(', '),
    optional: NO_SPEAKER,
    fields: {
      ...ofEvidence,
      number: item('MetaNumberNumber'),
      day: joinAll(
        ['Year', 'Month', 'Day'].map((one) => item(`MetaDateNum${one}`)),
        '-',
      ),
      start_time: extract(item('MetaCreationTime'), /(\d\d:\d\d):\d\d$/),
      chair: item('SpeakerName'),
      in_camera: item('InCameraNote'),
    },
  },
];

export const files: readonly LayoutDeclaration[] = [...ROLES, ...EVIDENCE];
