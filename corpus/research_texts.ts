/** Programs, subjects and titles of research, in both languages: invented, in the wording of the two councils. */
import {at, tabled} from './lists.ts';
import type {Random} from './prng.ts';

export interface ResearchProgram {
  code: string;
  en: string;
  fr: string;
  groupEn: string;
  groupFr: string;
}

const programs = (text: string): readonly ResearchProgram[] =>
  tabled(text).map(([code = '', en = '', fr = '', groupEn = '', groupFr = '']) => ({
    code,
    en,
    fr,
    groupEn,
    groupFr,
  }));

/** The most frequent first. */
export const NSERC_PROGRAMS = programs(`
  RGPIN | Discovery Grants Program - Individual | Programme de subventions à la découverte - individuelles | Discovery | Découverte
  PGS | Postgraduate Scholarships | Bourses d'études supérieures | Scholarships | Bourses
  URU | University Undergraduate Student Research Awards | Bourses de recherche de premier cycle en milieu universitaire | Scholarships | Bourses
  CRDPJ | Collaborative Research and Development Grants | Subventions de recherche et développement coopérative | Partnerships | Partenariats
  RTI | Research Tools and Instruments - Category 1 (<$150,000) | Outils et instruments de recherche - catégorie 1 (<150 000 $) | Discovery | Découverte
  CRC | Canada Research Chairs | Chaires de recherche du Canada | Chairs | Chaires
  SAPIN | Subatomic Physics Envelope - Individual | Enveloppe de physique subatomique - individuelles | Discovery | Découverte
  PDF | Postdoctoral Fellowships | Bourses postdoctorales | Scholarships | Bourses
`);

export const SSHRC_PROGRAMS = programs(`
  SRG | Standard Research Grants | Subventions ordinaires de recherche | |
  DF | Doctoral Fellowships | Bourses de doctorat | |
  IG | Insight Grants | Subventions Savoir | |
  PF | Postdoctoral Fellowships | Bourses postdoctorales | |
  CGS | Canada Graduate Scholarships Program - Masters Scholarships | Bourses d'études supérieures du Canada - maîtrise | |
  AJ | Aid to Research and Transfer Journals | Aide aux revues de recherche et de transfert | |
  IC | Indirect Costs Program | Programme des coûts indirects | |
`);

export interface Discipline {
  code: string;
  en: string;
  fr: string;
  groupEn: string;
  groupFr: string;
  areaEn: string;
  areaFr: string;
  /** What is studied. */
  of: readonly [en: string, fr: string];
  words: readonly string[];
}

const disciplines = (text: string): readonly Discipline[] =>
  tabled(text).map((row, i) => {
    const [en = '', fr = '', groupEn = '', groupFr = '', areaEn = '', areaFr = '', ofEn = '', ofFr = ''] =
      row;
    const words = (row[8] ?? '').split(';').map((word) => word.trim());
    return {code: String(1_204 + 37 * i), en, fr, groupEn, groupFr, areaEn, areaFr, of: [ofEn, ofFr], words};
  });

export const SCIENCES = disciplines(`
  Terrestrial ecology | Écologie terrestre | Ecology | Écologie | Northern development | Développement du Nord | lichens on old walls | les lichens des vieux murs | lichens; stone; moisture
  Structural materials | Matériaux de construction | Civil engineering | Génie civil | Construction | Construction | frost in porous bricks | le gel des briques poreuses | frost; masonry; porosity
  Integrated circuits | Circuits intégrés | Electrical engineering | Génie électrique | Communications | Communications | quiet amplifiers | les amplificateurs silencieux | noise; amplifiers; low power
  Combinatorics | Combinatoire | Mathematics | Mathématiques | Advancement of knowledge | Avancement des connaissances | tilings of tori | les pavages de tores | tilings; graphs
  Snow and ice | Neige et glace | Earth sciences | Sciences de la Terre | Climate | Climat | creeping permafrost | le pergélisol en fluage | permafrost; creep; thaw
  Marine biology | Biologie marine | Ocean sciences | Sciences de la mer | Fisheries | Pêches | kelp under ice | le varech sous la glace | kelp; ice; light
  Software engineering | Génie logiciel | Computer science | Informatique | Information | Information | programs that explain their faults | les programmes qui expliquent leurs pannes | programs; faults; traces
  Organometallic chemistry | Chimie organométallique | Chemistry | Chimie | Energy | Énergie | nickel in slow reactions | le nickel des réactions lentes | nickel; kinetics
`);

export const HUMANITIES = disciplines(`
  Local history | Histoire locale | History | Histoire | Arts and culture | Arts et culture | lighthouse keepers | les gardiens de phare | lighthouses; letters; islands
  Sociolinguistics | Sociolinguistique | Linguistics | Linguistique | Communication | Communications | dialects of the ferry | les parlers du traversier | dialects; migration; ferries
  Public policy | Politiques publiques | Political science | Sciences politiques | Politics and government | Politique et gouvernement | town meetings | les assemblées de village | meetings; consent; towns
  Arts education | Enseignement des arts | Education | Éducation | Education | Éducation | choirs in small schools | les chorales des petites écoles | choirs; rural schools
  Economic geography | Géographie économique | Geography | Géographie | Environment and Sustainability | Environnement et développement durable | markets under bridges | les marchés sous les ponts | markets; bridges; prices
  Ethics | Éthique | Philosophy | Philosophie | Law and justice | Droit et justice | promises to strangers | les promesses faites aux inconnus | promises; trust
  "Literature, Modern" | « Littérature moderne » | Literature | Littérature | Arts and culture | Arts et culture | diaries kept at sea | les journaux de bord | diaries; voyages; ink
`);

const WAYS = tabled(`
  A field study of | Étude de terrain sur
  Models, limits and uses of | Modèles, limites et usages :
  Towards a theory of | Vers une théorie :
  Long-term observation of | Observation à long terme :
  Methods for the study of | Méthodes pour l'étude :
`);

/** A title in English or, where `french`, in French. */
export function researchTitle(random: Random, of: Discipline, french: boolean): string {
  const [en = '', fr = ''] = random.pick(WAYS);
  return french ? `${fr} ${of.of[1]}` : `${en} ${of.of[0]}`;
}

/** Longer than the 255 characters at which one council cuts its titles. */
export function longTitle(random: Random, of: Discipline): string {
  const parts = Array.from({length: 8}, () => researchTitle(random, of, false));
  return parts.join('; ');
}

const FINDINGS = [
  'Little is known of how it changes from year to year; records are short and were made with other means.',
  'The program combines measurements outdoors with trials in the laboratory, and shares its data.',
  'Students take part in all steps, from building the instruments to writing up what was found.',
  'Results help builders, farmers and planners to decide sooner, and with less waste.',
];

/** A summary of two sentences, or of several paragraphs. */
export function summary(random: Random, of: Discipline, long: boolean): string {
  const first = random.int(FINDINGS.length);
  const start = `This research looks at ${of.of[0]}, a "quiet" part of ${of.groupEn.toLowerCase()}.`;
  if (!long) return `${start} ${at(FINDINGS, first)}`;
  return [start, ...[0, 1, 2, 3].map((step) => at(FINDINGS, first + step))].join('\n\n');
}
