/** Subject matters of the lobbying registry, and invented texts of what is sought about them. */
import {tabled} from '../lists.ts';
import type {Random} from '../prng.ts';

export interface Subject {
  code: string;
  en: string;
  fr: string;
}

/** English and French, in the order of the code table: `SMT-1` first, free texts (`Other`) last. */
export const SUBJECTS: readonly Subject[] = tabled(`
  Agriculture | Agriculture
  Animal Welfare | Bien-être des animaux
  Arts and Culture | Arts et culture
  Broadcasting | Radiodiffusion
  Budget | Budget
  Child Services | Services à l'enfance
  Climate | Climat
  Colleges and Universities | Collèges et universités
  Consumer Issues | Questions de consommation
  Corporate Taxation | Imposition des sociétés
  Defence | Défense
  Economic Development | Développement économique
  Education | Éducation
  Elections | Élections
  Employment and Training | Emploi et formation
  Energy | Énergie
  Government Procurement | Achats gouvernementaux
  Environment | Environnement
  Financial Institutions | Institutions financières
  Fisheries | Pêches
  Food Safety | Salubrité des aliments
  Foreign Affairs | Affaires étrangères
  Forestry | Foresterie
  Gaming and Lotteries | Jeux et loteries
  Health | Santé
  Housing | Logement
  Immigration | Immigration
  Indigenous Affairs | Affaires autochtones
  Industry | Industrie
  Infrastructure | Infrastructure
  Intellectual Property | Propriété intellectuelle
  Internal Trade | Commerce intérieur
  International Development | Développement international
  International Trade | Commerce international
  Justice and Law Enforcement | Justice et application de la loi
  Labour | Travail
  Media | Médias
  Mining | Mines
  Municipal Affairs | Affaires municipales
  National Security | Sécurité nationale
  Official Languages | Langues officielles
  Pensions | Pensions
  Privacy and Access to Information | Protection de la vie privée et accès à l'information
  Regional Development | Développement régional
  Research and Development | Recherche et développement
  Science and Technology | Science et technologie
  Seniors | Aînés
  Small Business | Petites entreprises
  Sports | Sports
  Telecommunications | Télécommunications
  Tourism | Tourisme
  Transportation | Transports
  Veterans | Anciens combattants
  Other | Autre
`).map(([en = '', fr = ''], i) => ({code: `SMT-${i + 1}`, en, fr}));

export const OTHER = SUBJECTS.at(-1) as Subject;

/** What is written in place of a label, English and French. */
export const CUSTOM = tabled(`
  Rural broadband | Large bande en milieu rural
  Ferry services | Services de traversiers
  Beekeeping | Apiculture
  Space debris, "clean orbit" rules | Débris spatiaux
  Heritage railways | Chemins de fer patrimoniaux
  Cold-climate homes | Maisons en climat froid
`);

/** Some of the subjects, each once; the first of the list come up more often. */
export function pickSubjects(rng: Random, count: number): Subject[] {
  const found = new Set<Subject>();
  while (found.size < count) {
    const place = Math.floor((SUBJECTS.length - 1) * rng.next() ** 1.3);
    found.add(SUBJECTS[(place * 17) % (SUBJECTS.length - 1)] as Subject);
  }
  return [...found];
}

const KINDS = tabled(`
  Legislative Proposal, Bill or Resolution | Proposition législative, projet de loi ou résolution
  Policies or Program | Politique ou programme
  Regulation | Règlement
  Grant, Contribution or Other Financial Benefit | Subvention, contribution ou autre avantage financier
  Awarding of a Contract | Octroi d'un contrat
`);

/** Paragraphs are parted by a sign of their own. */
const AIMS = tabled(`
  Seeking changes to the rules on %, so that small firms can meet them. | Demande de modification des règles touchant le secteur « % ».
  Information about the coming review of %: cost, timing and scope. | Renseignements au sujet de l'examen à venir : %.
  Support for a pilot project on %.¶The project runs for three years in two provinces. | Appui à un projet pilote : %.¶Le projet dure trois ans.
  Proposal for a tax credit, as far as it concerns %. | Proposition de crédit d'impôt, secteur : %.
`);

/** Kind of the matter and a text about it, in one language. */
export function detail(
  rng: Random,
  subject: Subject,
  language: 'en' | 'fr',
): {category: string; text: string} {
  const column = language === 'en' ? 0 : 1;
  const category = rng.pick(KINDS)[column] ?? '';
  const text = rng.pick(AIMS)[column] ?? '';
  return {category, text: text.replace('%', subject[language].toLowerCase()).replaceAll('¶', '\n\n')};
}
