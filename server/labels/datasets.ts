/** Names of datasets and entities for people: the list, one record, one sentence. */
import {type Label, label} from './label.ts';

export interface DatasetLabels {
  /** The list. */
  title: Label;
  /** One record. */
  one: Label;
  /** What its records are. */
  sentence: Label;
}

const row = (title: Label, one: Label, sentence: Label): DatasetLabels => ({title, one, sentence});

export const DATASET_LABELS: Readonly<Record<string, DatasetLabels>> = {
  contracts: row(
    label('Contracts', 'Contrats'),
    label('Contract', 'Contrat'),
    label(
      'What the federal government buys, one row a contract with its latest value, in the year of its award.',
      'Ce que le gouvernement fédéral achète, une ligne par contrat avec sa dernière valeur, à l’année de son attribution.',
    ),
  ),
  disclosures: row(
    label('Disclosed contracts', 'Contrats divulgués'),
    label('Disclosed contract', 'Contrat divulgué'),
    label(
      'Contracts over $10,000 that departments disclose themselves; they are part of the contracts.',
      'Contrats de plus de 10 000 $ que les ministères divulguent eux-mêmes; ils font partie des contrats.',
    ),
  ),
  awards: row(
    label('Award notices', 'Avis d’attribution'),
    label('Award notice', 'Avis d’attribution'),
    label(
      'Notices of CanadaBuys that say who won a tender, and for how much.',
      'Avis d’AchatsCanada qui disent qui remporte un appel d’offres, et pour combien.',
    ),
  ),
  tenders: row(
    label('Tender notices', 'Appels d’offres'),
    label('Tender notice', 'Appel d’offres'),
    label('Notices of CanadaBuys that ask for bids.', 'Avis d’AchatsCanada qui demandent des soumissions.'),
  ),
  vendors: row(
    label('Vendors', 'Fournisseurs'),
    label('Vendor', 'Fournisseur'),
    label(
      'Suppliers of the contracts; spellings that differ in case, punctuation and legal form are one vendor.',
      'Fournisseurs des contrats; les graphies qui ne diffèrent que par la casse, la ponctuation et la forme juridique sont un seul fournisseur.',
    ),
  ),
  departments: row(
    label('Departments', 'Ministères et organismes'),
    label('Department', 'Ministère ou organisme'),
    label(
      'Who buys: the departments and agencies of the contracts.',
      'Qui achète\u00a0: les ministères et organismes des contrats.',
    ),
  ),
  organizations: row(
    label('Organizations', 'Organisations'),
    label('Organization', 'Organisation'),
    label(
      'Companies and other organizations over all datasets, by business number, legal name and published aliases.',
      'Entreprises et autres organisations de tous les jeux de données, par numéro d’entreprise, nom légal et autres noms publiés.',
    ),
  ),
  sources: row(
    label('Sources', 'Sources'),
    label('Source', 'Source'),
    label('The files that everything here is made of.', 'Les fichiers dont tout est tiré ici.'),
  ),
  grants: row(
    label('Grants and contributions', 'Subventions et contributions'),
    label('Grant or contribution', 'Subvention ou contribution'),
    label(
      'Agreements to pay recipients, one row for each agreement, with its latest value.',
      'Ententes de versement aux bénéficiaires, une ligne par entente, avec sa dernière valeur.',
    ),
  ),
  recipients: row(
    label('Recipients of grants', 'Bénéficiaires de subventions'),
    label('Recipient', 'Bénéficiaire'),
    label(
      'Who receives grants and contributions, by name as published.',
      'Qui reçoit des subventions et contributions, par nom tel que publié.',
    ),
  ),
  research_grants: row(
    label('Research grants', 'Subventions de recherche'),
    label('Research grant', 'Subvention de recherche'),
    label(
      'Awards of two federal councils to researchers, by fiscal year.',
      'Octrois de deux conseils fédéraux à la recherche, par exercice.',
    ),
  ),
  infrastructure_projects: row(
    label('Infrastructure projects', 'Projets d’infrastructure'),
    label('Infrastructure project', 'Projet d’infrastructure'),
    label(
      'Projects that the federal government helps to pay for.',
      'Projets financés en partie par le gouvernement fédéral.',
    ),
  ),
  lobbying_registrations: row(
    label('Lobbying registrations', 'Enregistrements de lobbying'),
    label('Lobbying registration', 'Enregistrement de lobbying'),
    label(
      'Who is registered to lobby federal institutions, for whom and about what.',
      'Qui est enregistré pour faire du lobbying auprès des institutions fédérales, pour qui et à quel sujet.',
    ),
  ),
  lobbying_communications: row(
    label('Lobbying communications', 'Communications de lobbying'),
    label('Lobbying communication', 'Communication de lobbying'),
    label(
      'Reports of spoken, arranged communications with officials.',
      'Déclarations de communications orales et organisées avec des titulaires de charge publique.',
    ),
  ),
  lobbyists: row(
    label('Lobbyists', 'Lobbyistes'),
    label('Lobbyist', 'Lobbyiste'),
    label('Registrants of lobbying.', 'Déclarants de lobbying.'),
  ),
  clients: row(
    label('Clients of lobbyists', 'Clients de lobbyistes'),
    label('Client of lobbyists', 'Client de lobbyistes'),
    label('Who is represented by lobbyists.', 'Qui les lobbyistes représentent.'),
  ),
  bills: row(
    label('Bills', 'Projets de loi'),
    label('Bill', 'Projet de loi'),
    label(
      'Bills of the House of Commons and the Senate, with their readings and votes.',
      'Projets de loi de la Chambre des communes et du Sénat, avec leurs lectures et leurs votes.',
    ),
  ),
  politicians: row(
    label('Politicians', 'Parlementaires'),
    label('Politician', 'Parlementaire'),
    label(
      'Members who sit in the House of Commons today; on request also former members and senators.',
      'Les députées et députés qui siègent aujourd’hui\u00a0; sur demande, aussi les anciens parlementaires et le Sénat.',
    ),
  ),
  committees: row(
    label('Committees', 'Comités'),
    label('Committee', 'Comité'),
    label('Committees of the House of Commons.', 'Comités de la Chambre des communes.'),
  ),
  votes: row(
    label('Votes of the House', 'Votes de la Chambre'),
    label('Vote of the House', 'Vote de la Chambre'),
    label(
      'Recorded votes of the House of Commons since 2004, those on bills with how each member voted.',
      'Votes par appel nominal de la Chambre des communes depuis 2004, ceux sur des projets de loi avec le vote de chaque membre.',
    ),
  ),
  ballots: row(
    label('Votes by member', 'Votes par membre'),
    label('Vote of a member', 'Vote d’un membre'),
    label(
      'How each member of the House voted on bills, and whether with their party’s majority.',
      'Le vote de chaque membre de la Chambre sur les projets de loi, avec la majorité de son parti ou contre elle.',
    ),
  ),
  voting_records: row(
    label('Voting records', 'Votes par session'),
    label('Voting record', 'Votes d’une session'),
    label(
      'Votes of each member of the House by session, and the share of votes on bills in which the member took part.',
      'Les votes de chaque membre de la Chambre par session, et la part des votes sur des projets de loi auxquels le membre a participé.',
    ),
  ),
  permits: row(
    label('Building permits', 'Permis de construire'),
    label('Building permit', 'Permis de construire'),
    label(
      'Permits that municipalities publish, with kind of work, cost and place.',
      'Permis publiés par les municipalités, avec le type de travaux, le coût et le lieu.',
    ),
  ),
  zoning: row(
    label('Zones', 'Zones'),
    label('Zone', 'Zone'),
    label('What may be built where, by municipality.', 'Ce qui peut être construit où, par municipalité.'),
  ),
};
