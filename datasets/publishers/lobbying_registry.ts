/**
 * What the two archives of the Commissioner of Lobbying share: terms, encodings, subjects and their code
 * table.
 */
import {constant, decode, joinNonBlank, split, text} from '../fields.ts';
import type {ChildTable, LayoutDeclaration, Source, SourceFile} from '../types.ts';
import {OPEN_CANADA} from './licences.ts';

export const OCL = {
  publisher: 'Office of the Commissioner of Lobbying of Canada | Commissariat au lobbying du Canada',
  license: 'Open Data Licence Agreement of the Office of the Commissioner of Lobbying',
  license_url: 'https://lobbycanada.gc.ca/en/open-data/open-data-licence-agreement/',
  cadence: 'weekly',
  // Each file of an archive has an encoding of its own: in 2026 the primary file of the registrations was
  // Windows-1252.
  encodings: ['utf-8', 'windows-1252'],
  // Every field is quoted, and an empty one holds this word. A name would keep its capital.
  nullTokens: ['null'],
} as const satisfies Partial<Source>;

export const REGISTRY = 'https://lobbycanada.gc.ca/app/secure/ocl/lrs/do';

/**
 * One of the two archives. Its address at `media` holds a hash that changes with the file, so the portal is
 * queried.
 */
export const archive = (name: string, dataset: string, media: string): SourceFile => ({
  name,
  format: 'csv',
  via: {
    portal: 'ckan-file',
    base: OPEN_CANADA,
    dataset,
    resource: /\.zip$/i,
    fallback: `https://lobbycanada.gc.ca/media/${media}/${name}`,
    entries: /\.csv$/i,
  },
});

/** First and last name of the registrant, in both archives. */
export const REGISTRANT = joinNonBlank(['RGSTRNT_1ST_NM_PRENOM_DCLRNT', 'RGSTRNT_LAST_NM_DCLRNT']);

/** English name, else the French one; one of the two is often missing. */
export const CLIENT = text(['EN_CLIENT_ORG_CORP_NM_AN', 'FR_CLIENT_ORG_CORP_NM']);

/** Name of the code table in declarations. */
const SUBJECTS = 'subjects';

/** The names of the subject codes, which come with each archive. */
export const SUBJECT_CODES: LayoutDeclaration = {
  name: 'subject_codes',
  unverified: true,
  help: 'Codes of the subjects with their names in both languages.',
  files: /^Codes_SubjectMatterTypesExport\.csv$/i,
  codeTable: SUBJECTS,
  optional: 'SMT_FR_DESC',
  fields: {code: 'SUBJECT_CODE_OBJET', name: 'SMT_EN_DESC', name_fr: 'SMT_FR_DESC'},
};

/** Code tables of the archives that nothing reads. */
export const OTHER_CODES = {
  files: /^Codes_(?!SubjectMatterTypes).*\.csv$/i,
  content: 'code tables but that of the subjects',
  reason: 'no column that is read holds their codes',
};

/**
 * The three files of subjects that an archive may hold, as the parts `subjects`: `id` is the column that
 * names the record, `key` the field. `prefix` begins the names of the files.
 */
export function subjectLayouts(
  prefix: string,
  id: string,
  key: string,
  details: {codes: string; more?: Pick<LayoutDeclaration, 'unused' | 'aliases'>},
): LayoutDeclaration[] {
  const files = new RegExp(`^${prefix}_SubjectMattersExport\\.csv$`, 'i');
  const coded = (column: string) => ({
    codes: split(column, ','),
    labels: decode(column, SUBJECTS, 'name', ','),
  });
  return [
    {
      name: 'subjects',
      unverified: true,
      help: 'Subjects since about 2023, by code.',
      files,
      childTable: 'subjects',
      optional: 'CUSTOM_SUBJ_OBJET_PERSO',
      fields: {[key]: id, ...coded('SUBJECT_CODE_OBJET'), custom: 'CUSTOM_SUBJ_OBJET_PERSO'},
    },
    {
      name: 'subject_labels',
      unverified: true,
      help: 'Subjects before, by their names in the language of the filing; the code table gives the English ones.',
      files,
      childTable: 'subjects',
      optional: 'OTHER_SUBJ_MATTER_AUTRE_OBJET',
      fields: {
        [key]: id,
        codes: decode('SUBJ_MATTER_OBJET', SUBJECTS, 'code'),
        labels: decode('SUBJ_MATTER_OBJET', SUBJECTS, 'name'),
        custom: 'OTHER_SUBJ_MATTER_AUTRE_OBJET',
      },
    },
    {
      name: 'subject_details',
      unverified: true,
      help: 'Details of filings; those since October 2024 have their subjects here, several in a cell.',
      files: new RegExp(`^${prefix}_SubjectMatterDetailsExport\\.csv$`, 'i'),
      childTable: 'subjects',
      optional: details.codes,
      ...details.more,
      fields: {
        [key]: id,
        ...coded(details.codes),
        description: 'DESCRIPTION',
        file: constant('details'),
      },
    },
  ];
}

/** What one row of the parts `subjects` names; the filer's own words replace `Other`. */
export const SUBJECT_ITEMS = `CASE WHEN p.labels = [] AND p.custom IS NOT NULL THEN [{'code': NULL::VARCHAR, 'label': p.custom}]
  ELSE list_transform(list_zip(p.codes, p.labels), lambda one: {'code': one[1],
    'label': CASE WHEN regexp_full_match(fold(one[2]), '(other|autre)s?( \\(.*\\))?') THEN coalesce(p.custom, one[2]) ELSE one[2] END})
  END`;

/** Rows of the file of subjects precede those of the details, which name most of them again. */
export const SUBJECT_ORDER = 'p.file NULLS FIRST, p._row';

const ALL_ITEMS = `flatten(list(${SUBJECT_ITEMS} ORDER BY ${SUBJECT_ORDER}))`;

/** What the parts `subjects` give. */
export const SUBJECTS_GIVE = {
  subjects: `in_order(${ALL_ITEMS})`,
  subject_list: `in_order(list_transform(${ALL_ITEMS}, lambda one: one.label))`,
} as const satisfies ChildTable['aggregates'];

/** The labels of a record as one text, over `rec`. */
export const JOINED_LABELS = `nullif(array_to_string(rec.subject_list, ', '), '')`;

/** Under this spellings of a client meet, over `rec`. */
export const FOLDED_CLIENT = `nullif(fold(rec.client), '')`;
