/** Labels of codes and closed sets, by the field that holds them; a value without a row is shown as it is. */
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import {DATASET_LABELS} from './datasets.ts';
import {JOIN_RULE_LABELS} from './join_rules.ts';
import {type Labels, label} from './label.ts';

const PROVINCES: Labels = {
  AB: label('Alberta', 'Alberta'),
  BC: label('British Columbia', 'Colombie-Britannique'),
  MB: label('Manitoba', 'Manitoba'),
  NB: label('New Brunswick', 'Nouveau-Brunswick'),
  NL: label('Newfoundland and Labrador', 'Terre-Neuve-et-Labrador'),
  NS: label('Nova Scotia', 'Nouvelle-Écosse'),
  NT: label('Northwest Territories', 'Territoires du Nord-Ouest'),
  NU: label('Nunavut', 'Nunavut'),
  ON: label('Ontario', 'Ontario'),
  PE: label('Prince Edward Island', 'Île-du-Prince-Édouard'),
  QC: label('Quebec', 'Québec'),
  SK: label('Saskatchewan', 'Saskatchewan'),
  YT: label('Yukon', 'Yukon'),
};

const CHAMBERS: Labels = {
  House: label('House of Commons', 'Chambre des communes'),
  Senate: label('Senate', 'Sénat'),
};

/** Of a yea or nay, and of the majority of a party. */
const SIDES: Labels = {Yea: label('Yea', 'Pour'), Nay: label('Nay', 'Contre')};

const SECTORS: Labels = {
  agriculture: label('Agriculture', 'Agriculture'),
  arts_culture: label('Arts and culture', 'Arts et culture'),
  banking_finance: label('Banking and finance', 'Banques et finances'),
  competition_consumer: label('Competition and consumers', 'Concurrence et consommation'),
  defence: label('Defence', 'Défense'),
  education: label('Education', 'Éducation'),
  elections: label('Elections', 'Élections'),
  energy: label('Energy', 'Énergie'),
  environment: label('Environment', 'Environnement'),
  fisheries: label('Fisheries', 'Pêches'),
  foreign_affairs: label('Foreign affairs', 'Affaires étrangères'),
  health: label('Health', 'Santé'),
  housing: label('Housing', 'Logement'),
  immigration: label('Immigration', 'Immigration'),
  indigenous: label('Indigenous affairs', 'Affaires autochtones'),
  industry_innovation: label('Industry and innovation', 'Industrie et innovation'),
  infrastructure: label('Infrastructure', 'Infrastructure'),
  justice: label('Justice', 'Justice'),
  labour: label('Labour', 'Travail'),
  official_languages: label('Official languages', 'Langues officielles'),
  privacy_digital: label('Privacy and digital matters', 'Vie privée et numérique'),
  public_safety: label('Public safety', 'Sécurité publique'),
  seniors: label('Seniors', 'Personnes aînées'),
  taxation: label('Taxation', 'Fiscalité'),
  telecommunications: label('Telecommunications', 'Télécommunications'),
  transportation: label('Transportation', 'Transports'),
  veterans: label('Veterans', 'Anciens combattants'),
};

const BILL_STATUS: Labels = {
  HOUSE_AWAITING_FIRST_READING: label(
    'House: awaits first reading',
    'Chambre\u00a0: attend la première lecture',
  ),
  HOUSE_FIRST_READING: label('House: first reading', 'Chambre\u00a0: première lecture'),
  HOUSE_SECOND_READING: label('House: second reading', 'Chambre\u00a0: deuxième lecture'),
  HOUSE_REFERRAL_TO_COMMITTEE_BEFORE_SECOND_READING: label(
    'House: in committee before second reading',
    'Chambre\u00a0: en comité avant la deuxième lecture',
  ),
  HOUSE_OUTSIDE_ORDER_OF_PRECEDENCE: label(
    'House: outside the order of precedence',
    'Chambre\u00a0: hors de l’ordre de priorité',
  ),
  HOUSE_IN_COMMITTEE: label('House: in committee', 'Chambre\u00a0: en comité'),
  HOUSE_CONSIDERATION_OF_COMMITTEE_REPORT: label(
    'House: report of the committee',
    'Chambre\u00a0: rapport du comité',
  ),
  HOUSE_REPORT_STAGE: label('House: report stage', 'Chambre\u00a0: étape du rapport'),
  HOUSE_REPORT_STAGE_AND_SECOND_READING: label(
    'House: report stage and second reading',
    'Chambre\u00a0: étape du rapport et deuxième lecture',
  ),
  HOUSE_THIRD_READING: label('House: third reading', 'Chambre\u00a0: troisième lecture'),
  HOUSE_CONSIDERATION_OF_AMENDMENTS: label(
    'House: amendments of the Senate',
    'Chambre\u00a0: amendements du Sénat',
  ),
  SENATE_AWAITING_FIRST_READING: label(
    'Senate: awaits first reading',
    'Sénat\u00a0: attend la première lecture',
  ),
  SENATE_FIRST_READING: label('Senate: first reading', 'Sénat\u00a0: première lecture'),
  SENATE_SECOND_READING: label('Senate: second reading', 'Sénat\u00a0: deuxième lecture'),
  SENATE_IN_COMMITTEE: label('Senate: in committee', 'Sénat\u00a0: en comité'),
  SENATE_CONSIDERATION_OF_COMMITTEE_REPORT: label(
    'Senate: report of the committee',
    'Sénat\u00a0: rapport du comité',
  ),
  SENATE_REPORT_STAGE: label('Senate: report stage', 'Sénat\u00a0: étape du rapport'),
  SENATE_THIRD_READING: label('Senate: third reading', 'Sénat\u00a0: troisième lecture'),
  SENATE_CONSIDERATION_OF_AMENDMENTS: label(
    'Senate: amendments of the House',
    'Sénat\u00a0: amendements de la Chambre',
  ),
  ROYAL_ASSENT_AWAITING: label('Awaits royal assent', 'Attend la sanction royale'),
  ROYAL_ASSENT: label('Royal assent', 'Sanction royale'),
  PRO_FORMA: label('Pro forma', 'Pour la forme'),
  DEFEATED: label('Defeated', 'Rejeté'),
  NOT_PROCEEDED_WITH: label('Not proceeded with', 'Abandonné'),
  NOT_ACTIVE: label('Not active', 'Inactif'),
  UNKNOWN: label('Not known', 'Inconnu'),
};

const KINDS: Labels = {
  contract: label('Contract', 'Contrat'),
  award: label('Award', 'Attribution'),
  tender: label('Tender', 'Appel d’offres'),
};

const DATASETS: Labels = Object.fromEntries(
  Object.entries(DATASET_LABELS).map(([name, {title}]) => [name, title]),
);

/** Files of municipalities, which publishers give no name: sources call them by the slug. */
const MUNICIPAL_FILES: Labels = Object.fromEntries(
  Object.entries(MUNICIPALITIES).flatMap(([slug, {name}]) => [
    [`${slug} building permits`, label(`Building permits, ${name}`, `Permis de construire, ${name}`)],
    [`${slug} zoning`, label(`Zoning, ${name}`, `Zonage, ${name}`)],
  ]),
);

export const VALUES: Readonly<Record<string, Labels>> = {
  dataset: DATASETS,
  datasets: DATASETS,
  source_dataset: MUNICIPAL_FILES,
  role: {
    vendor: label('Vendor', 'Fournisseur'),
    recipient: label('Recipient', 'Bénéficiaire'),
    institution: label('Institution', 'Établissement'),
    client: label('Client of lobbyists', 'Client de lobbyistes'),
    beneficiary: label('Beneficiary of lobbying', 'Bénéficiaire du lobbying'),
    applicant: label('Applicant', 'Demandeur'),
    contractor: label('Contractor', 'Entrepreneur'),
  },
  rule: {
    'own name': label('its own name', 'son propre nom'),
    'business number': label('business number', 'numéro d’entreprise'),
    'legal name': label('legal name', 'nom légal'),
    'bilingual name': label('both languages of one name', 'les deux langues d’un nom'),
    'published alias': label('published alias', 'autre nom publié'),
    'number, buyer, vendor, day and value': label(
      'number, buyer, vendor, day and value',
      'numéro, acheteur, fournisseur, jour et valeur',
    ),
    'number, buyer, vendor, and day or value': label(
      'number, buyer, vendor, and day or value',
      'numéro, acheteur, fournisseur, et jour ou valeur',
    ),
    'number, buyer and vendor, near in day or value': label(
      'number, buyer and vendor, near in day or value',
      'numéro, acheteur et fournisseur, jour ou valeur proches',
    ),
    'number, buyer and vendor, amended in its period': label(
      'number, buyer and vendor, amended in its period',
      'numéro, acheteur et fournisseur, modifié durant sa période',
    ),
    'number, buyer, day and value': label('number, buyer, day and value', 'numéro, acheteur, jour et valeur'),
    'number, vendor, day and value': label(
      'number, vendor, day and value',
      'numéro, fournisseur, jour et valeur',
    ),
    ...JOIN_RULE_LABELS,
  },
  instrument: {
    C: label('Contract', 'Contrat'),
    A: label('Amendment', 'Modification'),
    SOSA: label(
      'Standing offer or supply arrangement',
      'Offre à commandes ou arrangement en matière d’approvisionnement',
    ),
  },
  certainty: {
    certain: label('certain', 'certain'),
    high: label('high', 'grande'),
    fair: label('fair', 'moyenne'),
  },
  province: PROVINCES,
  recipient_province: PROVINCES,
  home_chamber: CHAMBERS,
  chamber: CHAMBERS,
  status_code: BILL_STATUS,
  event_type: KINDS,
  sectors: SECTORS,
  affected_sectors: SECTORS,
  municipality: Object.fromEntries(
    Object.entries(MUNICIPALITIES).map(([slug, {name}]) => [slug, label(name, name)]),
  ),
  procurement_method: {
    Competitive: label('Competitive', 'Concurrentiel'),
    'Non-competitive': label('Non-competitive', 'Non concurrentiel'),
    'Advance contract award notice': label(
      'Advance contract award notice',
      'Préavis d’adjudication de contrat',
    ),
  },
  instrument_type: {
    Contract: label('Contract', 'Contrat'),
    'Standing offer or supply arrangement': label(
      'Standing offer or supply arrangement',
      'Offre à commandes ou arrangement en matière d’approvisionnement',
    ),
  },
  commodity_type: {
    G: label('Goods', 'Biens'),
    S: label('Services', 'Services'),
    C: label('Construction', 'Construction'),
  },
  refresh_cadence: {
    daily: label('daily', 'chaque jour'),
    weekly: label('weekly', 'chaque semaine'),
    monthly: label('monthly', 'chaque mois'),
    quarterly: label('quarterly', 'chaque trimestre'),
    yearly: label('yearly', 'chaque année'),
    irregular: label('irregularly', 'irrégulièrement'),
  },
  agreement_type: {
    Grant: label('Grant', 'Subvention'),
    Contribution: label('Contribution', 'Contribution'),
    'Other transfer payment': label('Other transfer payment', 'Autre paiement de transfert'),
  },
  recipient_type: {
    'For-profit organization': label('For-profit organization', 'Organisation à but lucratif'),
    'Not-for-profit organization or charity': label(
      'Not-for-profit organization or charity',
      'Organisme sans but lucratif ou de bienfaisance',
    ),
    Academia: label('Academia', 'Milieu universitaire'),
    'Indigenous recipient': label('Indigenous recipient', 'Bénéficiaire autochtone'),
    Government: label('Government', 'Gouvernement'),
    International: label('International', 'International'),
    'Individual or sole proprietorship': label(
      'Individual or sole proprietorship',
      'Particulier ou entreprise individuelle',
    ),
    Other: label('Other', 'Autre'),
  },
  recipient_kind: {
    individual: label('Individual', 'Particulier'),
    organization: label('Organization', 'Organisation'),
  },
  source: {NSERC: label('NSERC', 'CRSNG'), SSHRC: label('SSHRC', 'CRSH')},
  registration_type: {
    Consultant: label('Consultant', 'Lobbyiste-conseil'),
    'In-house Corporation': label('In-house, corporation', 'Salarié d’une personne morale'),
    'In-house Organization': label('In-house, organization', 'Salarié d’une organisation'),
  },
  reading: {
    first: label('First reading', 'Première lecture'),
    second: label('Second reading', 'Deuxième lecture'),
    third: label('Third reading', 'Troisième lecture'),
  },
  language: {en: label('English', 'anglais'), fr: label('French', 'français')},
  kind: {
    official: label('of the publisher', 'de l’éditeur'),
    generated: label('generated', 'généré'),
    study: label('Study', 'Étude'),
    bill: label('Bill', 'Projet de loi'),
  },
  result: {
    Passed: label('Passed', 'Adopté'),
    Failed: label('Failed', 'Rejeté'),
    Tie: label('Tie', 'Égalité'),
  },
  vote: {
    Yes: label('Yea', 'Pour'),
    No: label('Nay', 'Contre'),
    Split: label('Split', 'Partagé'),
    ...SIDES,
    Paired: label('Paired', 'Pairé'),
  },
  party_vote: SIDES,
  ballots_loaded: {
    whole: label('All shown here', 'Tous montrés ici'),
    some: label('Shown here in part', 'Montrés ici en partie'),
    none: label('Only at the House', 'À la Chambre seulement'),
  },
  permit_type: {
    new_construction: label('New construction', 'Construction neuve'),
    renovation: label('Renovation', 'Rénovation'),
    addition: label('Addition', 'Agrandissement'),
    demolition: label('Demolition', 'Démolition'),
    change_of_use: label('Change of use', 'Changement d’usage'),
    other: label('Other', 'Autre'),
  },
  status: {
    issued: label('Issued', 'Délivré'),
    in_review: label('In review', 'À l’étude'),
    completed: label('Completed', 'Achevé'),
    cancelled: label('Cancelled', 'Annulé'),
    expired: label('Expired', 'Expiré'),
    'In Progress': label('In progress', 'En cours'),
    Completed: label('Completed', 'Terminé'),
    Planned: label('Planned', 'Prévu'),
    'On Hold': label('On hold', 'En suspens'),
    'Not Started': label('Not started', 'Non commencé'),
  },
  zone_category: {
    residential: label('Residential', 'Résidentiel'),
    commercial: label('Commercial', 'Commercial'),
    mixed_use: label('Mixed use', 'Usage mixte'),
    industrial: label('Industrial', 'Industriel'),
    institutional: label('Institutional', 'Institutionnel'),
    open_space: label('Open space', 'Espace vert'),
    agricultural: label('Agricultural', 'Agricole'),
    transportation_utility: label('Transport and utilities', 'Transport et services publics'),
    direct_control: label('Direct control', 'Zonage particulier'),
    other: label('Other', 'Autre'),
  },
  geometry_source: {
    source: label('of the publisher', 'de l’éditeur'),
    geocoded: label('found from the address', 'trouvée à partir de l’adresse'),
  },
};
