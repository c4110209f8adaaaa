/** Generates the project list of infrastructure: one file in the older header generation, Windows-1252. */
import {type Cells, createCsv, type FileForm, type Row} from './csv.ts';
import {dayOf, growingDay, iso, REFERENCE_DAY} from './dates.ts';
import {at, tabled} from './lists.ts';
import {amount, type Cents, shortest} from './money.ts';
import {cad, oracle, recordId} from './oracle.ts';
import {type Random, random} from './prng.ts';
import {schedule} from './quirks.ts';
import {closeAll, fill, type Generate} from './task.ts';
import {NOTICE} from './texts.ts';
import {TOWNS, type Town} from './towns.ts';

const SLUG = 'infrastructure_projects';

export const PROJECT_FORM: FileForm = {
  name: 'synthetic-project-list-liste-de-projets-bil.csv',
  header: `projectNumber projectTitle_en projectTitle_fr programCode_en programCode_fr program_en program_fr
    category_en category_fr location_en location_fr region approvedDate constructionStartDate
    constructionEndDate federalContribution totalEligibleCost ultimateRecipient_en ultimateRecipient_fr
    forecastedConstructionStartDate forecastedConstructionEndDate`.split(/\s+/),
  encoding: 'windows-1252',
  bom: false,
  end: '\r\n',
  quoting: 'minimal',
};

/** Code, program and category, English and French. */
const PROGRAMS = tabled(`
  PTIS | VITC | Public Transit Infrastructure Stream | Volet infrastructures de transport en commun | Public Transit | Transport en commun
  SCF | FPC | Provincial-Territorial Infrastructure Component - Small Communities Fund | Volet infrastructures provinciales-territoriales - Fonds des petites collectivités | Wastewater | Eaux usées
  GIS | VIV | Green Infrastructure Stream | Volet infrastructures vertes | Drinking Water | Eau potable
  RNIS | VICRN | Rural & Northern Infrastructure Stream | Volet infrastructures rurales et nordiques | Highways and Roads | Routes et autoroutes
  CCRIS | VICCL | Community, Culture & Recreation Infrastructure Stream | Volet infrastructures communautaires, culturelles et récréatives | Recreation | Loisirs
  DMAF | FAAC | Disaster Mitigation and Adaptation Fund | Fonds d'atténuation et d'adaptation aux catastrophes | Disaster Mitigation | Atténuation des catastrophes
`);

const WORKS = tabled(`
  Pumping Station on Wharf Street | Station de pompage de la rue du Quai
  Renewal of the "Old Mill" Bridge | Réfection du pont du « Vieux-Moulin »
  Bus Shelters, Phase 2 | Abribus, phase 2
  Water Main - North Side | Conduite d'eau - côté nord
  Arena Roof & Boards | Toiture et bandes de l'aréna
  Dyke and Storm Pond | Digue et bassin de rétention
`);

const KINDS = tabled(`
  City of | Ville de
  Town of | Ville de
  District of | District de
  Regional Municipality of | Municipalité régionale de
`);

interface Project {
  number: string;
  title: readonly [en: string, fr: string];
  program: readonly string[];
  towns: readonly Town[];
  kind: readonly string[];
  region: string;
  approved: number | null;
  start: number | null;
  end: number | null;
  forecast: boolean;
  federal: Cents | null;
  eligible: Cents | null;
  recipient: boolean;
}

const FIRST_DAY = dayOf('2006-05-01');

/** What a unit bends; one that none of them claims is a plain project. */
const ONE = [
  'several_places',
  'misspelt',
  'forecast_only',
  'no_dates',
  'approval_blank',
  'cost_blank',
  'contribution_blank',
  'recipient_blank',
  'region_blank',
  'french_blank',
  'cell_too_many',
  'cell_too_few',
  'no_number',
] as const;

type Kind = (typeof ONE)[number] | null;

export const infrastructure_projects: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const label = 'Infrastructure Projects';
  const counted = oracle({slug: SLUG, dataset: SLUG, label, valued: true, money: 'federal_contribution'});
  const file = await createCsv(folder, PROJECT_FORM, seed);

  const keep = (of: Project, shows: string) => {
    const year = of.approved === null ? null : iso(of.approved).slice(0, 4);
    const province = of.region === '' ? null : of.region.toUpperCase();
    const program_en = of.program[2] ?? null;
    counted.keep({versions: 1, value: of.federal, by: {year, province, program_en}});
    counted.sample(shows, () => ({
      record_id: recordId('i_', SLUG, [of.number]),
      earlier_versions: 0,
      fields: {
        title_en: of.title[0],
        title_fr: of.title[1] || null,
        location_en: places(of, 0).replace(/;\s*/g, '; '),
        location_fr: places(of, 1).replace(/;\s*/g, '; '),
        program_en,
        program_fr: of.program[3] ?? null,
        recipient_name: of.recipient ? placeName(of, 0) : null,
        province,
        federal_contribution: cad(of.federal),
        total_eligible_cost: cad(of.eligible),
        approved_date: of.approved === null ? null : iso(of.approved),
        start_date: of.start === null ? null : iso(of.start),
        end_date: of.end === null ? null : iso(of.end),
        ...(of.start === null && of.end === null ? {status: null} : {}),
        source_dataset: label,
      },
    }));
  };

  const first = {...project(random(seed, SLUG, 'notice'), 0), federal: 0};
  const said: Project = {...first, number: 'SYNTHETIC-1', title: [NOTICE.en, NOTICE.fr]};
  file.first({cells: cellsOf(said)});
  keep(said, 'notice');

  const target = plan.infrastructure_projects;
  await fill(task, {slug: SLUG, target, oracle: counted, files: [file]}, (index) => {
    const means = random(seed, SLUG, index);
    const plain = project(means, index + 1);
    const kind = quirks.one(ONE);
    const of = {...plain, ...bent(plain, kind, means)};
    const row: Row = {cells: cellsOf(of)};
    if (kind === 'cell_too_many') row.change = (inOrder) => [...inOrder, 'see attached'];
    if (kind === 'cell_too_few') row.change = (inOrder) => inOrder.slice(0, -1);
    file.add(row);
    if (row.change) counted.reject('ragged');
    else if (kind === 'no_number') counted.reject('missing');
    else {
      keep(of, kind ?? 'plain');
      if (!quirks.due('duplicate')) return;
      file.add(row);
      counted.merge('duplicate');
    }
  });
  return counted.expected(await closeAll([file]), quirks.counts());
};

function project(means: Random, index: number): Project {
  const town = means.pick(TOWNS);
  const [workEn = '', workFr = ''] = means.pick(WORKS);
  const approved = growingDay(means, FIRST_DAY, REFERENCE_DAY);
  const start = approved + 60 + means.int(500);
  const federal = amount(means, 20_000_00) * 4;
  return {
    number: `P-${40_000 + index}`,
    title: [`${workEn}, ${town.en}`, `${workFr}, ${town.fr}`],
    program: means.pick(PROGRAMS),
    towns: [town],
    kind: means.pick(KINDS),
    region: town.province.code.toLowerCase(),
    approved,
    start,
    end: start + 120 + means.int(1_200),
    forecast: false,
    federal,
    eligible: Math.round(federal * (2 + means.next())),
    recipient: true,
  };
}

function bent(of: Project, kind: Kind, means: Random): Partial<Project> {
  switch (kind) {
    case 'several_places':
      return {towns: [...of.towns, at(TOWNS, means.int(30)), at(TOWNS, means.int(30))]};
    case 'misspelt':
      return {kind: ['Regional Municiaplity of', 'Municipalité régionnale de']};
    case 'forecast_only':
      return {forecast: true};
    case 'no_dates':
      return {start: null, end: null};
    case 'approval_blank':
      return {approved: null};
    case 'cost_blank':
      return {eligible: null};
    case 'contribution_blank':
      return {federal: null};
    case 'recipient_blank':
      return {recipient: false};
    case 'region_blank':
      return {region: ''};
    case 'french_blank':
      return {title: [of.title[0], '']};
    case 'no_number':
      return {number: ''};
    default:
      return {};
  }
}

/** `Delta, District of`, in English (0) or French (1). */
function placeName({towns: [town], kind}: Project, language: 0 | 1): string {
  return `${(language === 0 ? town?.en : town?.fr) ?? ''}, ${kind[language] ?? ''}`;
}

const places = (of: Project, language: 0 | 1): string =>
  of.towns.map((town) => placeName({...of, towns: [town]}, language)).join(';');

function cellsOf(of: Project): Cells {
  const [codeEn = '', codeFr = '', programEn = '', programFr = '', categoryEn = '', categoryFr = ''] =
    of.program;
  const [start, end] = [of.start, of.end].map((day) => (day === null ? '' : iso(day)));
  const money = (cents: Cents | null) => (cents === null ? '' : shortest(cents));
  return {
    projectNumber: of.number,
    projectTitle_en: of.title[0],
    projectTitle_fr: of.title[1],
    programCode_en: codeEn,
    programCode_fr: codeFr,
    program_en: programEn,
    program_fr: programFr,
    category_en: categoryEn,
    category_fr: categoryFr,
    location_en: places(of, 0),
    location_fr: places(of, 1),
    region: of.region,
    approvedDate: of.approved === null ? '' : iso(of.approved),
    constructionStartDate: of.forecast ? '' : (start ?? ''),
    constructionEndDate: of.forecast ? '' : (end ?? ''),
    federalContribution: money(of.federal),
    totalEligibleCost: money(of.eligible),
    ultimateRecipient_en: of.recipient ? placeName(of, 0) : '',
    ultimateRecipient_fr: of.recipient ? placeName(of, 1) : '',
    forecastedConstructionStartDate: of.forecast ? (start ?? '') : '',
    forecastedConstructionEndDate: of.forecast ? (end ?? '') : '',
  };
}
