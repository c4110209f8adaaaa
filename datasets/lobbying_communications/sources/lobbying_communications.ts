/**
 * Monthly communication reports of the Commissioner of Lobbying: an archive of related CSV files, since July
 * 2008.
 */
import {address, date, joinNonBlank} from '../../fields.ts';
import {
  archive,
  CLIENT,
  OCL,
  OTHER_CODES,
  REGISTRANT,
  REGISTRY,
  SUBJECT_CODES,
  SUBJECT_ITEMS,
  SUBJECT_ORDER,
  subjectLayouts,
} from '../../publishers/lobbying_registry.ts';
import {source} from '../../source.ts';
import type {ChildTable} from '../../types.ts';

const DATASET = 'a34eb330-7136-4f5e-9f5f-3ba41df58b06';
const PAGE = `https://open.canada.ca/data/en/dataset/${DATASET}`;
const ORPHAN = 'no communication with this id';

/** Numbers rise: of several reports that replace each other the last one is current. */
const NUMBER = 'coalesce(TRY_CAST(p.com_id AS HUGEINT), 0)';

/**
 * SQL list of the parts of a report, structs of values in an order, without those of the reports that it
 * replaces.
 */
const ofCurrent = (values: Readonly<Record<string, string>>, order: string): string => {
  const fields = Object.entries({...values, number: NUMBER}).map(([name, sql]) => `'${name}': ${sql}`);
  return `list_filter(list({${fields.join(', ')}} ORDER BY ${order}), lambda o: o.number = max(${NUMBER}))`;
};

/** Officials of the current version of a report, in file order. */
const OFFICIALS = ofCurrent(
  {name: 'p.name', title: 'p.title', branch: 'p.branch', institution: 'p.institution'},
  'p._row',
);
/** The distinct values of a field of theirs. */
const distinct = (field: string): string =>
  `in_order(list_filter(list_transform(${OFFICIALS}, lambda o: o.${field}), lambda one: one IS NOT NULL))`;
const joined = (field: string): string => `nullif(array_to_string(${distinct(field)}, '; '), '')`;

const PARTS: Record<string, ChildTable> = {
  officials: {
    help: 'Designated public office holders.',
    foreignKey: {com_id: 'com_id'},
    orphanReason: ORPHAN,
    aggregates: {
      dpoh_name: joined('name'),
      dpoh_title: joined('title'),
      institution: joined('institution'),
      dpoh_names: distinct('name'),
      institutions: distinct('institution'),
      officials: `list_transform(list_filter(${OFFICIALS}, lambda o: o.name IS NOT NULL),
        lambda o: {'name': o.name, 'title': o.title, 'branch': o.branch, 'institution': o.institution})`,
    },
  },
  subjects: {
    help: 'Subjects: from a file of their own until September 2024, from the details of the reports since.',
    foreignKey: {com_id: 'com_id'},
    orphanReason: ORPHAN,
    aggregates: {
      subject_list: `in_order(list_transform(flatten(list_transform(${ofCurrent({items: SUBJECT_ITEMS}, SUBJECT_ORDER)},
        lambda o: o.items)), lambda one: one.label))`,
    },
  },
};

export default source({
  slug: 'lobbying_communications',
  label: 'Lobbying Communications',
  dataset: 'lobbying_communications',
  ...OCL,
  page: PAGE,
  files: [archive('communications_ocl_cal.zip', DATASET, 'mqbbmaqk')],
  layouts: [
    {
      name: 'primary',
      unverified: true,
      help: 'One row a report, in its current version. The type of the filer is that of the linked registration.',
      files: /^Communication_PrimaryExport\.csv$/i,
      unused: 'CLIENT_ORG_CORP_NUM, REG_TYPE_ENR, SUBMISSION_DATE_SOUMISSION',
      optional: 'POSTED_DATE_PUBLICATION, PREV_COMLOG_ID_PRECEDNT',
      // Registrations spell the number this way.
      aliases: {RGSTRNT_NUM_DECLARANT: 'REGISTRANT_NUM_DECLARANT'},
      fields: {
        com_id: 'COMLOG_ID',
        date: date('COMM_DATE'),
        client: CLIENT,
        registrant_name: REGISTRANT,
        lobbyist_id: 'REGISTRANT_NUM_DECLARANT',
        posted_date: date('POSTED_DATE_PUBLICATION'),
        report: ['PREV_COMLOG_ID_PRECEDNT', 'COMLOG_ID'],
        source_url: address({template: `${REGISTRY}/cmmLgPblcVw?comlogId={COMLOG_ID}`, otherwise: PAGE}),
      },
    },
    {
      name: 'officials',
      unverified: true,
      help: 'One row an official.',
      files: /^Communication_DpohExport\.csv$/i,
      childTable: 'officials',
      optional: 'OTHER_INSTITUTION_AUTRE',
      fields: {
        com_id: 'COMLOG_ID',
        name: joinNonBlank(['DPOH_FIRST_NM_PRENOM_TCPD', 'DPOH_LAST_NM_TCPD']),
        title: 'DPOH_TITLE_TITRE_TCPD',
        branch: 'BRANCH_UNIT_DIRECTION_SERVICE',
        institution: ['INSTITUTION', 'OTHER_INSTITUTION_AUTRE'],
      },
    },
    ...subjectLayouts('Communication', 'COMLOG_ID', 'com_id', {
      codes: 'SUBJECT_CODE_OBJET',
      more: {unused: 'NEED_REV_REQ'},
    }),
    SUBJECT_CODES,
  ],
  childTables: PARTS,
  key: ['com_id'],
  // Current versions alone are published, as a rule. A report that replaces another names it.
  versions: {
    group: ['report', 'lobbyist_id'],
    order: [NUMBER.replace('p.', 'v.'), 'v.posted_date NULLS FIRST', 'v._row DESC'],
    mergeReason: 'earlier version of the report',
  },
  excluded: [OTHER_CODES],
});
