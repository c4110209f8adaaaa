/** Labels of the fields of organizations, which lead over all datasets. */
import {label} from './label.ts';

export const ORGANIZATIONS = {
  'organizations.total_value': label('Contracts and grants', 'Contrats et subventions'),
  organization_key: label('Key of the organization', 'Clé de l’organisation'),
  first_activity: label('Oldest record', 'Fiche la plus ancienne'),
  last_activity: label('Newest record', 'Fiche la plus récente'),
  datasets: label('Datasets', 'Jeux de données'),
  business_number: label('Business number', 'Numéro d’entreprise'),
  names: label('Names as published', 'Noms tels que publiés'),
  role: label('Role', 'Rôle'),
  rule: label('Linked by', 'Lié par'),
  certainty: label('Certainty', 'Certitude'),
  url: label('List', 'Liste'),
  totals: label('By dataset and role', 'Par jeu de données et par rôle'),
  years: label('By year', 'Par année'),
  year: label('Year', 'Année'),
  quarters: label('By quarter', 'Par trimestre'),
  quarter: label('Quarter', 'Trimestre'),
  contract_value: label('Contracts', 'Contrats'),
  grant_value: label('Grants', 'Subventions'),
  received_value: label('Both', 'Les deux'),
  communications: label('Communications', 'Communications'),
  similar: label('Similar names', 'Noms semblables'),
} as const;

/** What an organization did, by dataset and role. */
export const ROLE_TITLES = {
  'contracts/vendor': label('Contracts received', 'Contrats obtenus'),
  'awards/vendor': label('Awards won', 'Attributions obtenues'),
  'grants/recipient': label('Grants received', 'Subventions reçues'),
  'research_grants/institution': label('Research grants received', 'Subventions de recherche reçues'),
  'infrastructure_projects/recipient': label('Infrastructure money received', 'Fonds d’infrastructure reçus'),
  'lobbying_registrations/client': label('Lobbying registrations', 'Enregistrements de lobbying'),
  'lobbying_registrations/beneficiary': label(
    'Registrations for its benefit',
    'Enregistrements à son bénéfice',
  ),
  'lobbying_communications/client': label('Lobbying communications', 'Communications de lobbying'),
  'permits/applicant': label('Permits applied for (cost of work)', 'Permis demandés (coût des travaux)'),
  'permits/contractor': label(
    'Permits as contractor (cost of work)',
    'Permis comme entrepreneur (coût des travaux)',
  ),
} as const;
