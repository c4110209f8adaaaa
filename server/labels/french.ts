/**
 * French words for values that publishers write in English alone, by field and value. Answers of the API keep
 * the published word; French pages show these. Codes that nobody reads have labels in both languages in
 * `values.ts`.
 */
import type {Body} from '../../datasets/codes/body_table.ts';
import {DEPARTMENTS} from '../../datasets/codes/departments.ts';
import {FEDERAL_BODIES} from '../../datasets/codes/federal_bodies.ts';
import {FRENCH_SUBJECTS} from './french_subjects.ts';

type Words = Readonly<Record<string, string>>;

const PARTIES: Words = {
  Liberal: 'Libéral',
  Conservative: 'Conservateur',
  NDP: 'NPD',
  'Green Party': 'Parti vert',
  "People's Party": 'Parti populaire',
  Independent: 'Indépendant',
  'Non-affiliated': 'Non affilié',
  'Independent Senators Group': 'Groupe des sénateurs indépendants',
  'Canadian Senators Group': 'Groupe des sénateurs canadiens',
  'Progressive Senate Group': 'Groupe progressiste du Sénat',
  'Liberal Party of Canada': 'Parti libéral du Canada',
  'Conservative Party of Canada': 'Parti conservateur du Canada',
  'Progressive Conservative Party': 'Parti progressiste-conservateur',
  'New Democratic Party': 'Nouveau Parti démocratique',
  'Green Party of Canada': 'Parti vert du Canada',
};

const BILL_TYPES: Words = {
  'Private Member’s Bill': 'Projet de loi d’un député',
  'House Government Bill': 'Projet de loi du gouvernement, Chambre des communes',
  'House Private Bill': 'Projet de loi d’intérêt privé, Chambre des communes',
  'Senate Government Bill': 'Projet de loi du gouvernement, Sénat',
  'Senate Public Bill': 'Projet de loi d’intérêt public, Sénat',
  'Senate Private Bill': 'Projet de loi d’intérêt privé, Sénat',
};

/** Words without a gender: `Présidence` is what the House itself writes. */
const ROLES: Words = {
  Chair: 'Présidence',
  'Co-Chair': 'Coprésidence',
  'Joint Chair': 'Coprésidence',
  'Vice-Chair': 'Vice-présidence',
  Member: 'Membre',
  'Associate Member': 'Membre associé',
};

const NOTICES: Words = {
  Active: 'Actif',
  Open: 'Ouvert',
  Closed: 'Fermé',
  Expired: 'Expiré',
  Cancelled: 'Annulé',
  Amended: 'Modifié',
  Awarded: 'Attribué',
};

const NOTICE_TYPES: Words = {
  'Request for Proposal': 'Demande de propositions',
  'Request for Information': 'Demande de renseignements',
  'Request for Standing Offer': 'Demande d’offres à commandes',
  'Request for Supply Arrangement': 'Demande d’arrangements en matière d’approvisionnement',
  'Invitation to Tender': 'Appel d’offres',
  'Invitation to Qualify': 'Invitation à se qualifier',
  'Advance Contract Award Notice': 'Préavis d’adjudication de contrat',
  'Notice of Proposed Procurement': 'Avis de projet de marché',
  'Letter of Interest': 'Lettre d’intérêt',
};

const PROCEDURES: Words = {
  'Competitive - Traditional': 'Concurrentielle, méthode traditionnelle',
  'Competitive - Open Bidding (GETS)': 'Concurrentielle, appel d’offres ouvert (SEAOG)',
  'Non-Competitive': 'Non concurrentielle',
  'Competitive - Selective Tendering': 'Concurrentielle, appel d’offres sélectif',
  'Advance Contract Award Notice': 'Préavis d’adjudication de contrat',
};

const REGIONS: Words = {
  Alberta: 'Alberta',
  'British Columbia': 'Colombie-Britannique',
  Manitoba: 'Manitoba',
  'New Brunswick': 'Nouveau-Brunswick',
  'Newfoundland and Labrador': 'Terre-Neuve-et-Labrador',
  'Northwest Territories': 'Territoires du Nord-Ouest',
  'Nova Scotia': 'Nouvelle-Écosse',
  'Prince Edward Island': 'Île-du-Prince-Édouard',
  Quebec: 'Québec',
  'Ontario (except NCR)': 'Ontario (sauf la RCN)',
  'Quebec (except NCR)': 'Québec (sauf la RCN)',
  'National Capital Region (NCR)': 'Région de la capitale nationale (RCN)',
  Canada: 'Canada',
  Foreign: 'Étranger',
};

const AGREEMENTS: Words = {
  'Canadian Free Trade Agreement (CFTA)': 'Accord de libre-échange canadien (ALEC)',
  'Canada-Chile Free Trade Agreement (CCFTA)': 'Accord de libre-échange Canada-Chili (ALECC)',
  'Canada-Korea Free Trade Agreement (CKFTA)': 'Accord de libre-échange Canada-Corée (ALECC)',
};

/** Names of the registry of lobbyists that are not the title of a body, such as former ones. */
const REGISTRY_NAMES: Words = {
  'Environment Canada': 'Environnement Canada',
  'Finance Canada (FIN)': 'Finances Canada (FIN)',
  'Industry Canada': 'Industrie Canada',
  'Infrastructure Canada (INFC)': 'Infrastructure Canada (INFC)',
  'Justice Canada (JC)': 'Justice Canada (JC)',
  'National Research Council (NRC)': 'Conseil national de recherches (CNRC)',
  "Prime Minister's Office (PMO)": 'Cabinet du premier ministre (CPM)',
  'Treasury Board Of Canada Secretariat (TBS)': 'Secrétariat du Conseil du Trésor du Canada (SCT)',
  'Western Economic Diversification Canada (WD)': 'Diversification de l’économie de l’Ouest Canada (DEO)',
  'Federal Economic Development Agency for Southern Ontario (FedDev)':
    'Agence fédérale de développement économique pour le Sud de l’Ontario (FedDev)',
};

/** `Transport Canada` and `Transport Canada (TC)`, as the registry of lobbyists writes bodies. */
const namesOfBody = ({en, fr, acronyms}: Body): [string, string][] => [
  [en, fr],
  ...acronyms.en.map((short, i): [string, string] => [
    `${en} (${short})`,
    `${fr} (${acronyms.fr[i] ?? acronyms.fr[0] ?? short})`,
  ]),
];

const INSTITUTIONS: Words = {
  ...Object.fromEntries([...DEPARTMENTS, ...FEDERAL_BODIES].flatMap(namesOfBody)),
  ...REGISTRY_NAMES,
};

const FILES: Words = {
  'CanadaBuys Awards': 'Avis d’attribution d’AchatsCanada',
  'CanadaBuys Contract History': 'Historique des contrats d’AchatsCanada',
  'CanadaBuys Tenders': 'Appels d’offres d’AchatsCanada',
  'Generated Bill Analyses': 'Analyses générées de projets de loi',
  'House of Commons Committees': 'Comités de la Chambre des communes',
  'House of Commons Members': 'Députés de la Chambre des communes',
  'House of Commons Votes': 'Votes de la Chambre des communes',
  'Infrastructure Projects': 'Projets d’infrastructure',
  'LEGISinfo Bills': 'Projets de loi de LEGISinfo',
  'Lobbying Communications': 'Communications de lobbying',
  'Lobbying Registrations': 'Enregistrements de lobbying',
  'NSERC Awards': 'Octrois du CRSNG',
  'ParlInfo Parliamentarians': 'Parlementaires de ParlInfo',
  'Proactive Disclosure Contracts': 'Divulgation proactive des contrats',
  'Proactive Disclosure Contracts, nothing to report': 'Divulgation proactive des contrats, rien à signaler',
  'Proactive Disclosure Grants and Contributions': 'Divulgation proactive des subventions et contributions',
  'Proactive Disclosure Grants and Contributions, nothing to report':
    'Divulgation proactive des subventions et contributions, rien à signaler',
  'SSHRC Awards': 'Octrois du CRSH',
};

/** Kinds of documents that the House votes on. */
const DOCUMENT_TYPES: Words = {
  'Legislative Process': 'Processus législatif',
  Supply: 'Crédits',
  'Business of Supply': 'Travaux des subsides',
  'Opposition Motion': 'Motion de l’opposition',
  'Address in Reply': 'Adresse en réponse',
  'Routine Proceedings': 'Affaires courantes',
  'Government Business': 'Affaires émanant du gouvernement',
  "Private Members' Business": 'Affaires émanant des députés',
  "Private Members' Motions": 'Motions émanant des députés',
  'Ways and means': 'Voies et moyens',
  'Ways and Means': 'Voies et moyens',
  'Committee Report': 'Rapport de comité',
  Other: 'Autre',
};

export const FRENCH: Readonly<Record<string, Words>> = {
  party: PARTIES,
  current_party: PARTIES,
  sponsor_party: PARTIES,
  sponsor_published_party: PARTIES,
  bill_type: BILL_TYPES,
  document_type: DOCUMENT_TYPES,
  // A vote without a subject is published under the kind of its question.
  description_en: DOCUMENT_TYPES,
  role: ROLES,
  award_status: NOTICES,
  notice_status: NOTICES,
  notice_type: NOTICE_TYPES,
  solicitation_procedure: PROCEDURES,
  regions_of_delivery: REGIONS,
  trade_agreements: AGREEMENTS,
  institution: INSTITUTIONS,
  institutions: INSTITUTIONS,
  // Of the rows `subjects` of a registration, and of the lists that have the names alone.
  label: FRENCH_SUBJECTS,
  subject: FRENCH_SUBJECTS,
  subjects: FRENCH_SUBJECTS,
  subject_labels: FRENCH_SUBJECTS,
  subject_list: FRENCH_SUBJECTS,
  source_dataset: FILES,
};

/** Values that join several of one set in one text, with what stands between them. */
export const JOINED: Words = {institution: '; ', institutions: '; ', subjects: ', ', subject_labels: ', '};
