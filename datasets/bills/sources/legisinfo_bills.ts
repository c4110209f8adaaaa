/** Bills of both chambers: a list per session, a page per bill, the texts of recent ones. */
import {FINISHED_SESSIONS} from '../../codes/sessions.ts';
import {PARL, PARLIAMENT, SPEAKERS_PERMISSION} from '../../publishers/licences.ts';
import {crawlFile} from '../../publishers/portals.ts';
import {literals} from '../../rules/sql.ts';
import {source} from '../../source.ts';
import {pages} from '../crawl.ts';
import {layouts} from '../layouts.ts';
import {partRules} from '../parts.ts';

const READINGS = ['first', 'second', 'third'] as const;

/** The readings that have a day, by chamber. */
const readings = ['house', 'senate'].flatMap((chamber) =>
  READINGS.map((reading) => {
    const name = chamber === 'house' ? 'House' : 'Senate';
    return `struct_pack(chamber := '${name}', reading := '${reading}', date := last.${chamber}_${reading})`;
  }),
);
const passage = READINGS.flatMap((reading) => [`last.house_${reading}`, `last.senate_${reading}`]);

const page = (language: string): string =>
  `'${PARL}/legisinfo/${language}/bill/' || last.session_id || '/' || lower(last.number)`;

const summary = (language: string): string =>
  `struct_pack(language := '${language}', kind := 'official', text := last.summary_${language}, source_url := ${page(language)})`;

/** Type of a bill by its number, as the chambers assign them. */
const TYPE_BY_NUMBER = (() => {
  const number = `TRY_CAST(regexp_extract(last.number, '-(\\d+)', 1) AS INTEGER)`;
  const kinds = (government: string, public_: string, private_: string) =>
    `CASE WHEN ${number} < 200 THEN '${government}' WHEN ${number} <= 1000 THEN '${public_}' WHEN ${number} > 1000 THEN '${private_}' END`;
  return `CASE WHEN last.number LIKE 'S-%'
    THEN ${kinds('Senate Government Bill', 'Senate Public Bill', 'Senate Private Bill')}
    ELSE ${kinds('House Government Bill', 'Private Member’s Bill', 'House Private Bill')} END`;
})();

export default source({
  slug: 'legisinfo_bills',
  label: 'LEGISinfo Bills',
  dataset: 'bills',
  publisher: PARLIAMENT,
  ...SPEAKERS_PERMISSION,
  page: `${PARL}/legisinfo/en/overview`,
  cadence: 'daily',
  files: [crawlFile('bills', pages)],
  layouts,
  childTables: partRules,
  required: ['session_id', 'number'],
  key: ['session_id', 'number'],
  versions: {
    group: ['session_id', 'number'],
    // The detail is most complete, then an archived copy, then a list.
    order: [
      'CASE WHEN v.status_id IS NOT NULL THEN 3 WHEN v.archived IS NOT NULL THEN 2 ELSE 1 END',
      'v.status_date NULLS FIRST',
    ],
    // Values that only an archived copy has are kept beside the detail.
    aggregates: {
      archived_party: 'any_value(v.sponsor_published_party)',
      newest_publication: 'max(TRY_CAST(v.publication AS BIGINT))',
    },
    computed: {
      bill_id: `last.session_id || '/' || last.number`,
      name_en: 'coalesce(last.name_en, last.short_title_en, last.name_fr, last.number)',
      status_code: `CASE
        WHEN last.status_code IN ('ROYAL_ASSENT', 'DEFEATED', 'NOT_PROCEEDED_WITH', 'PRO_FORMA') THEN last.status_code
        WHEN last.ongoing = 'false' OR last.session_id IN (${literals(FINISHED_SESSIONS)}) THEN 'NOT_ACTIVE'
        ELSE coalesce(last.status_code, 'UNKNOWN') END`,
      introduced: `CASE WHEN last.number LIKE 'S-%' THEN coalesce(last.senate_first, last.house_first, last.published)
        ELSE coalesce(last.house_first, last.senate_first, last.published) END`,
      home_chamber: `CASE WHEN last.number LIKE 'S-%' THEN 'Senate' ELSE 'House' END`,
      bill_type: `coalesce(last.bill_type, ${TYPE_BY_NUMBER})`,
      status_date: `coalesce(last.status_date, greatest(${[...passage, 'last.royal_assent_date'].join(', ')}))`,
      law: `coalesce(last.received = 'true', false)`,
      sponsor_published_party: 'coalesce(archived_party, last.sponsor_published_party)',
      sponsor_person_id: 'nullif(last.sponsor_person_id, 0)',
      readings: `list_filter([${readings.join(', ')}], lambda one: one.date IS NOT NULL)`,
      summaries: `list_filter([${summary('en')}, ${summary('fr')}], lambda one: one.text IS NOT NULL)`,
      legisinfo_url: page('en'),
      text_url: `'${PARL}/DocumentViewer/en/' || coalesce(newest_publication, TRY_CAST(last.publication AS BIGINT))`,
    },
  },
});
