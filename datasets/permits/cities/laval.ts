/** Building permits issued by Laval since 1991, on Données Québec. */
import {day, joinNonBlank, replace, when} from '../../fields.ts';
import {blank, contains, equals, matchesPattern, startsWith} from '../../predicates.ts';
import {ckanFile} from '../../publishers/portals.ts';
import {rulesOf} from '../../rule_rows.ts';
import {dwellings, ISSUED, permitCity} from '../city.ts';

const CKAN = 'https://www.donneesquebec.ca/recherche';
const PACKAGE = 'c7808c42-e401-49f0-8049-df3c809d5982';
const RESOURCE = 'd4731ee2-b1e5-4a31-bc56-4e13115e74ef';

const [KIND, CATEGORY] = ['TYPE_PERMIS_DESCR', 'CATEGORIE_BATIMENT'];
const NEW = contains(KIND, 'nouvelle');
const IMPROVEMENT = contains(KIND, 'amélioration');

/** Permits whose dwellings are new; for all others the number counts existing ones. */
const NEW_BUILDINGS = rulesOf('laval_new_buildings', 'Permits for new buildings.', [], [['new', NEW]], null);

export default permitCity('laval', {
  page: `${CKAN}/dataset/permis-de-construction`,
  cadence: 'irregular',
  files: [ckanFile('permis-de-construction.csv', CKAN, PACKAGE, RESOURCE)],
  types: {
    help: 'Kind of permit and category of the building or the work.',
    columns: [KIND],
    rows: [
      ['demolition', startsWith(CATEGORY, 'Démolition')],
      // "Autre qu'un usage Habitation" is a category of buildings, not a change of use.
      ['change_of_use', matchesPattern(CATEGORY, /changement d.usage|^usage\b/)],
      ['change_of_use', /changement d.usage/],
      ['new_construction', NEW],
      ['addition', IMPROVEMENT, startsWith(CATEGORY, 'Ajout de superficie')],
      ['new_construction', IMPROVEMENT, equals(CATEGORY, 'Bâtiment accessoire - Habitation')],
      ['addition', IMPROVEMENT, startsWith(CATEGORY, 'Construction - Saillie')],
      ['renovation', IMPROVEMENT],
      ['other', /^certificat d.autorisation/],
      ['other', contains(KIND, 'lotissement')],
      ['other', blank(KIND)],
    ],
  },
  unverified: true,
  help: 'Columns as reported in 2026; the JSON file has the same and is read as well. COUT_PERMIS is the fee of the permit, not the cost of the work; the unit of SUP_CA is not known.',
  unused: `TYPE_PERMIS, STRUCTURE, COUT_PERMIS, NOMBRE_ETAGES, SUP_CA, LOTS, EXVILLE_CODE, OCCUPATION_DEBUT,
    OCCUPATION_FIN, ADRESSE_DETAILS`,
  fields: {
    permit_number_raw: 'NO_PERMIS',
    issued_date: day('DATE_EMISSION'),
    status: ISSUED,
    permit_type_raw: [KIND, CATEGORY],
    building_type: ['TYPE_BATIMENT', CATEGORY],
    work_description: joinNonBlank([KIND, CATEGORY], ': '),
    // Letters in parentheses name the former town.
    address: replace('ADRESSE', [[/ ?\([A-Z]{2,3}\)/, '']]),
    neighbourhood: 'EXVILLE_DESCR',
    contractor_name: 'ENTREPRENEUR',
    dwelling_units_created: when(dwellings('NOMBRE_LOGEMENTS'), NEW_BUILDINGS, 'new'),
  },
});
