/** Invented texts in both languages: what is bought, where, and the sentences around it. */
import type {Random} from '../prng.ts';

/** The sentence on the first row of every file. */
export const NOTICE = {
  en: 'This file is generated for tests and demonstrations: it is synthetic and published by no government.',
  fr: "Ce fichier est produit pour des essais : il est synthétique et n'est publié par aucun gouvernement.",
} as const;

export interface Subject {
  en: string;
  fr: string;
  type: 'G' | 'S' | 'C';
  gsin: string;
  unspsc: string;
  /** Economic object: code with its leading zero, and its text. */
  object: string;
  objectEn: string;
  objectFr: string;
}

const subject = (
  type: Subject['type'],
  [gsin, unspsc, object]: readonly [string, string, string],
  [en, fr]: readonly [string, string],
  [objectEn, objectFr]: readonly [string, string],
): Subject => ({en, fr, type, gsin, unspsc, object, objectEn, objectFr});

const PRO = ['Other professional services', 'Autres services professionnels'] as const;
const BUILT = ['Buildings and works', 'Bâtiments et ouvrages'] as const;
const KIT = ['Machinery and parts', 'Machines et pièces'] as const;

export const SUBJECTS: readonly Subject[] = [
  subject('S', ['F019A', '70171500', '0430'], ['Hydrographic survey', 'Levé hydrographique'], PRO),
  subject('C', ['5131C', '72141200', '1316'], ['Wharf repair', "Réparation d'un quai"], BUILT),
  subject('G', ['N7010', '43211500', '1284'], ['Portable computers', 'Ordinateurs portatifs'], KIT),
  subject(
    'S',
    ['R109D', '82111804', '0494'],
    ['Translation of technical manuals', 'Traduction de manuels techniques'],
    ['Translation services', 'Services de traduction'],
  ),
  subject(
    'S',
    ['K100A', '76111500', '0819'],
    ['Cleaning of offices', 'Nettoyage de bureaux'],
    ['Office cleaners', "Nettoyeurs d'immeubles"],
  ),
  subject('G', ['N2090', '25111900', '1256'], ['Ship’s fittings', 'Accastillage de navire'], KIT),
  subject(
    'S',
    ['D302A', '81111500', '0473'],
    ['Upkeep of a case system', "Tenue à jour d'un système de dossiers"],
    ['Computer services', 'Services informatiques'],
  ),
  subject('G', ['N6515', '42180000', '1227'], ['Medical instruments', 'Instruments médicaux'], KIT),
  subject('C', ['5142A', '72152400', '1310'], ['Roof renewal', "Réfection d'une toiture"], BUILT),
  subject(
    'S',
    ['R019F', '80101500', '0491'],
    ['Evaluation of a program', "Évaluation d'un programme"],
    ['Management consulting', 'Conseils en gestion'],
  ),
  subject(
    'G',
    ['N9515', '30102200', '1120'],
    ['Steel plates, sheets & strips', "Plaques, feuilles et rubans d'acier"],
    KIT,
  ),
  subject(
    'S',
    ['V101A', '78111800', '0251'],
    ['Charter of helicopters', "Affrètement d'hélicoptères"],
    ['Transportation services', 'Services de transport'],
  ),
  subject('G', ['N7195', '56101700', '1231'], ['Desks and partitions', 'Bureaux et cloisons'], KIT),
  subject('S', ['B219D', '77101700', '0401'], ['Water sampling', "Échantillonnage de l'eau"], PRO),
  subject(
    'S',
    ['U099D', '86101700', '0447'],
    ['First-aid courses', 'Cours de secourisme'],
    ['Training consultants', 'Conseillers en formation'],
  ),
  subject('G', ['N8905', '50112000', '1115'], ['Meat, 100% fresh', 'Viande, 100 % fraîche'], KIT),
  subject('C', ['5161B', '72141100', '1320'], ['Paving of a runway', "Asphaltage d'une piste"], BUILT),
  subject(
    'S',
    ['T006A', '82101600', '0301'],
    ['Campaign "Safe boating"', 'Campagne « Naviguer en sécurité »'],
    ['Advertising services', 'Services de publicité'],
  ),
];

export interface Place {
  en: string;
  fr: string;
  region: string;
  regionFr: string;
}

const place = (en: string, fr: string, region: string, regionFr: string): Place => ({
  en,
  fr,
  region,
  regionFr,
});

export const PLACES: readonly Place[] = [
  place('Larkspur Cove', 'anse Larkspur', 'Newfoundland and Labrador', 'Terre-Neuve-et-Labrador'),
  place('Cape Verrin', 'cap Verrin', 'Nova Scotia', 'Nouvelle-Écosse'),
  place('Saint-Aubric', 'Saint-Aubric', 'Quebec (except NCR)', 'Québec (sauf RCN)'),
  place('Ottawa', 'Ottawa', 'National Capital Region (NCR)', 'Région de la capitale nationale (RCN)'),
  place('Port Elgarry', 'Port Elgarry', 'Ontario (except NCR)', 'Ontario (sauf RCN)'),
  place('Grassmere Flats', 'Grassmere Flats', 'Manitoba', 'Manitoba'),
  place('Buffalo Sound', 'Buffalo Sound', 'Saskatchewan', 'Saskatchewan'),
  place('Mount Orrel', 'mont Orrel', 'Alberta', 'Alberta'),
  place('Tidewick Harbour', 'havre Tidewick', 'British Columbia', 'Colombie-Britannique'),
  place('Fort Nanluk', 'Fort Nanluk', 'Nunavut', 'Nunavut'),
];

const COMMENTS: readonly (readonly [string, string])[] = [
  ['This contract was competitively sourced.', "Ce marché a été adjugé dans le cadre d'un concours."],
  ['This contract was sole-sourced.', 'Ce marché est un marché à fournisseur unique.'],
  ['This contract includes one or more amendments.', 'Ce marché comprend une ou plusieurs modifications.'],
  ['This contract is a multi-year contract.', 'Ce marché est un marché pluriannuel.'],
];

/** A standard sentence of the registry, English and French. */
export const standardComment = (random: Random): readonly [string, string] => random.pick(COMMENTS);

const DETAILS: readonly (readonly [string, string])[] = [
  [
    'The contractor brings crew, tools and insurance.',
    "L'entrepreneur fournit l'équipe, les outils et l'assurance.",
  ],
  [
    'Work stops while the harbour is frozen; no claim arises.',
    'Les travaux cessent tant que le havre est gelé.',
  ],
  ['Bids are valued at 70% for merit and 30% for price.', 'Le mérite vaut 70 % des points, le prix 30 %.'],
  [
    'A site visit is held; attendance is optional.',
    'Une visite des lieux a lieu; la présence est facultative.',
  ],
  [
    'Deliverables: plan, monthly report, closing report.',
    'Livrables : plan, rapport mensuel, rapport final.',
  ],
  ['Security clearance: reliability status is needed.', "Une cote de fiabilité est exigée de l'équipe."],
];

/** A notice's text: paragraphs with blank lines between them; `html`: leftovers of the old system. */
export function notice(random: Random, of: Subject, where: Place, html: boolean): {en: string; fr: string} {
  const first = random.int(DETAILS.length);
  const second = (first + 1 + random.int(DETAILS.length - 1)) % DETAILS.length;
  const [one, two] = [DETAILS[first], DETAILS[second]] as [
    readonly [string, string],
    readonly [string, string],
  ];
  const gap = html ? '<br>\n<br />' : '\n\n';
  return {
    en: `Requirement: ${of.en}, ${where.en}.${gap}${one[0]}\n- ${two[0]}`,
    fr: `Besoin : ${of.fr}, ${where.fr}.${gap}${one[1]}\n- ${two[1]}`,
  };
}

/** Trailing blanks, doubled blanks and no-break blanks, as editors leave them behind. */
export const trailing = (text: string): string => `${text}  `;
export const doubled = (text: string): string => text.replace(' ', '  ').replace(/ (?=\S+$)/, '\u00a0');
