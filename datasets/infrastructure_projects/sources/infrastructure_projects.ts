/** Project list of Housing, Infrastructure and Communities Canada: one bilingual CSV of all projects. */
import {PLACEHOLDERS} from '../../codes/procurement.ts';
import {PROVINCE} from '../../codes/provinces.ts';
import {code, constant, date, identifier, money, progress, splitAndJoin, text} from '../../fields.ts';
import {OGL, OPEN_CANADA} from '../../publishers/licences.ts';
import {source} from '../../source.ts';
import type {Field, Fields} from '../../types.ts';

const DATASET = 'beee0771-dab9-4be8-9b80-f8e8b3fdfd9d';
const PAGE = `https://open.canada.ca/data/en/dataset/${DATASET}`;
const FILES = 'https://www.infrastructure.gc.ca/alt-format/opendata';

/** One cell may hold several locations. */
const splitLocations = (column: string): Field => splitAndJoin(column, ';', '; ', PLACEHOLDERS);

/** Names of columns by what they hold, in the two generations of the header. */
interface Names {
  number: string;
  title: [en: string, fr: string];
  program: [en: string, fr: string];
  category: string;
  location: [en: string, fr: string];
  region: string;
  approved: string;
  start: string[];
  end: string[];
  federal: string;
  eligible: string;
  recipient: [en: string, fr: string];
  status?: string;
}

/** What a project is where the list has no numbers. */
const content = ({title, program, location, recipient}: Names): string[] => [
  title[0],
  location[0],
  program[0],
  recipient[0],
];

const fields = (names: Names): Fields => ({
  project_number: text(names.number, PLACEHOLDERS),
  title_en: text(names.title[0], PLACEHOLDERS),
  title_fr: text(names.title[1], PLACEHOLDERS),
  location_en: splitLocations(names.location[0]),
  location_fr: splitLocations(names.location[1]),
  place: names.location[0],
  program_en: text(names.program[0], PLACEHOLDERS),
  program_fr: text(names.program[1], PLACEHOLDERS),
  category_en: text(names.category, PLACEHOLDERS),
  recipient_name: text(names.recipient[0], PLACEHOLDERS),
  recipient_name_fr: text(names.recipient[1], PLACEHOLDERS),
  province: code(names.region, PROVINCE),
  federal_contribution: money(names.federal),
  total_eligible_cost: money(names.eligible),
  approved_date: date(names.approved),
  start_date: date(names.start),
  end_date: date(names.end),
  status: progress({
    start: names.start,
    end: names.end,
    ...(names.status ? {published: names.status} : {}),
  }),
  source_url: constant(PAGE),
  // For keys and versions only. Rows without a number are one project where all that they say is equal.
  number_or_title: text([names.number, ...names.title], PLACEHOLDERS),
  project: identifier(names.number, PLACEHOLDERS, content(names)),
  row: identifier(names.number, PLACEHOLDERS, [
    ...content(names),
    names.region,
    names.approved,
    ...names.start,
    ...names.end,
    names.federal,
    names.eligible,
  ]),
});

/** SQL: the places of all rows, in order. */
const places = (field: string): string =>
  `list_aggregate(list_distinct(list(v.${field} ORDER BY v._nth) FILTER (v.${field} IS NOT NULL)), 'string_agg', '; ')`;
/** SQL: amounts that differ are those of the places; equal ones are the whole, repeated. */
const sumOverPlaces = (field: string): string =>
  `CASE WHEN count(DISTINCT v.${field}) > 1 THEN sum(v.${field}) ELSE max(v.${field}) END`;

export default source({
  slug: 'infrastructure_projects',
  label: 'Infrastructure Projects',
  dataset: 'infrastructure_projects',
  publisher:
    'Housing, Infrastructure and Communities Canada | Logement, Infrastructures et Collectivités Canada',
  ...OGL,
  page: PAGE,
  cadence: 'irregular',
  files: [
    {
      name: 'project-list-liste-de-projets-bil.csv',
      format: 'csv',
      via: {
        portal: 'ckan-file',
        base: OPEN_CANADA,
        dataset: DATASET,
        // Files move between hosts of the department but keep their names.
        resource: /^project-list-liste-de-projets-bil\.csv$/i,
        fallback: `${FILES}/project-list-liste-de-projets-bil.csv`,
      },
    },
  ],
  encodings: ['utf-8', 'windows-1252'],
  layouts: [
    {
      name: 'camel_case',
      unverified: true,
      help: 'CSV before 2026, and the JSON form (`indexTitles`).',
      unused: 'programCode_en, programCode_fr, category_fr',
      mandatory: 'projectNumber, projectTitle_en',
      optional: `projectTitle_fr, program_en, program_fr, category_en, location_en, location_fr, approvedDate,
        constructionStartDate, constructionEndDate, federalContribution, totalEligibleCost,
        ultimateRecipient_en, ultimateRecipient_fr, forecastedConstructionStartDate,
        forecastedConstructionEndDate`,
      fields: fields({
        number: 'projectNumber',
        title: ['projectTitle_en', 'projectTitle_fr'],
        program: ['program_en', 'program_fr'],
        category: 'category_en',
        location: ['location_en', 'location_fr'],
        region: 'region',
        approved: 'approvedDate',
        start: ['constructionStartDate', 'forecastedConstructionStartDate'],
        end: ['constructionEndDate', 'forecastedConstructionEndDate'],
        federal: 'federalContribution',
        eligible: 'totalEligibleCost',
        recipient: ['ultimateRecipient_en', 'ultimateRecipient_fr'],
      }),
    },
    {
      name: 'upper_case',
      unverified: true,
      help: 'CSV of 2026. Seven of its columns are known from readers of the file, no number among them: without one a project is its title, place, program and recipient; the others are taken where they are called as in the older form, and a status is taken as published if there is one.',
      unused: 'PROGRAM_CODE_EN, PROGRAM_CODE_FR, STANDARD_CATEGORY_FR',
      mandatory: 'PROJECT_TITLE, FEDERAL_CONTRIBUTION',
      optional: `PROJECT_TITLE_FR, PROGRAM_EN, PROGRAM_FR, STANDARD_CATEGORY, LOCATION, LOCATION_FR, APPROVED_DATE,
        CONSTRUCTION_START_DATE, CONSTRUCTION_END_DATE, TOTAL_ELIGIBLE_COST, ULTIMATE_RECIPIENT_EN,
        ULTIMATE_RECIPIENT_FR, FORECASTED_CONSTRUCTION_START_DATE, FORECASTED_CONSTRUCTION_END_DATE,
        PROJECT_STATUS`,
      aliases: {
        PROJECT_TITLE_EN: 'PROJECT_TITLE',
        LOCATION_EN: 'LOCATION',
        REGION: 'REGION_CD',
        STANDARD_CATEGORY_EN: 'STANDARD_CATEGORY',
        CATEGORY_EN: 'STANDARD_CATEGORY',
        PROJECT_STATUS_EN: 'PROJECT_STATUS',
        STATUS: 'PROJECT_STATUS',
        STATUS_EN: 'PROJECT_STATUS',
      },
      fields: fields({
        number: 'PROJECT_NUMBER',
        title: ['PROJECT_TITLE', 'PROJECT_TITLE_FR'],
        program: ['PROGRAM_EN', 'PROGRAM_FR'],
        category: 'STANDARD_CATEGORY',
        location: ['LOCATION', 'LOCATION_FR'],
        region: 'REGION_CD',
        approved: 'APPROVED_DATE',
        start: ['CONSTRUCTION_START_DATE', 'FORECASTED_CONSTRUCTION_START_DATE'],
        end: ['CONSTRUCTION_END_DATE', 'FORECASTED_CONSTRUCTION_END_DATE'],
        federal: 'FEDERAL_CONTRIBUTION',
        eligible: 'TOTAL_ELIGIBLE_COST',
        recipient: ['ULTIMATE_RECIPIENT_EN', 'ULTIMATE_RECIPIENT_FR'],
        status: 'PROJECT_STATUS',
      }),
    },
  ],
  required: ['number_or_title', 'project'],
  key: ['project'],
  disambiguate: ['program_en', 'province', 'location_en'],
  // A project is listed for each of its places, with the whole share on each or with the part of each; each
  // program gives a share.
  versions: {
    rule: 'rows_by_place',
    current: 'first',
    same: ['row', 'program_en', 'approved_date', 'title_en'],
    aggregates: {
      places_en: places('location_en'),
      places_fr: places('location_fr'),
      share: sumOverPlaces('federal_contribution'),
      cost: sumOverPlaces('total_eligible_cost'),
      provinces: 'count(DISTINCT v.province)',
      one_province: 'min(v.province)',
    },
    computed: {
      // A project in several provinces is in none of them alone.
      province: 'CASE WHEN provinces > 1 THEN NULL ELSE coalesce(last.province, one_province) END',
      location_en: 'CASE WHEN last._several THEN places_en ELSE last.location_en END',
      location_fr: 'CASE WHEN last._several THEN places_fr ELSE last.location_fr END',
      federal_contribution: 'CASE WHEN last._several THEN share ELSE last.federal_contribution END',
      total_eligible_cost: 'CASE WHEN last._several THEN cost ELSE last.total_eligible_cost END',
    },
  },
  excluded: [
    {
      files: /^project-list-with-forcast-dates-.*\.csv$/i,
      content: 'project list with forecast dates, in English',
      reason: 'the same projects in one language; the bilingual list carries the forecast dates too',
    },
    {
      files: /^transfer-program-programmes-de-transfert-/i,
      content: 'yearly transfers of the Canada Community-Building Fund',
      reason: 'shares of provinces by year, no projects',
    },
    {
      files: /^(download-)?gmap-(gcarte|data)/i,
      content: 'export of the project map',
      reason:
        'covers only some of the projects, and housing of other departments, without project numbers: its rows cannot be told from those of the list',
    },
  ],
});
