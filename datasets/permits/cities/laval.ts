/** Building permits issued by Laval since 1991, on Données Québec. */
import {constant, day, joinNonBlank, replace, rules, text, when} from '../../fields.ts';
import {blank, contains, equals, matchesPattern, startsWith} from '../../predicates.ts';
import type {Rules} from '../../types.ts';
import {dwellings, ISSUED, permitCity} from '../city.ts';
import {permitTypeRules} from '../keyword_rules.ts';

const CKAN = 'https://www.donneesquebec.ca/recherche';
const PACKAGE = 'c7808c42-e401-49f0-8049-df3c809d5982';
const RESOURCE = 'd4731ee2-b1e5-4a31-bc56-4e13115e74ef';
const PAGE = `${CKAN}/dataset/permis-de-construction`;

const [KIND, CATEGORY] = ['TYPE_PERMIS_DESCR', 'CATEGORIE_BATIMENT'];

const NEW = contains(KIND, 'nouvelle');
const IMPROVEMENT = contains(KIND, 'amélioration');

const TYPES = permitTypeRules(
  'laval',
  'Kind of permit and category of the building or the work.',
  [KIND],
  [
    {value: 'demolition', when: [startsWith(CATEGORY, 'Démolition')]},
    // "Autre qu'un usage Habitation" is a category of buildings, not a change of use.
    {value: 'change_of_use', when: [matchesPattern(CATEGORY, /changement d.usage|^usage\b/)]},
    {value: 'change_of_use', when: [matchesPattern(KIND, /changement d.usage/)]},
    {value: 'new_construction', when: [NEW]},
    {value: 'addition', when: [IMPROVEMENT, startsWith(CATEGORY, 'Ajout de superficie')]},
    {value: 'new_construction', when: [IMPROVEMENT, equals(CATEGORY, 'Bâtiment accessoire - Habitation')]},
    {value: 'addition', when: [IMPROVEMENT, startsWith(CATEGORY, 'Construction - Saillie')]},
    {value: 'renovation', when: [IMPROVEMENT]},
    {value: 'other', when: [matchesPattern(KIND, /^certificat d.autorisation/)]},
    {value: 'other', when: [contains(KIND, 'lotissement')]},
    {value: 'other', when: [blank(KIND)]},
  ],
);

/** Permits whose dwellings are new; for all others the number counts existing ones. */
const NEW_BUILDINGS: Rules = {
  name: 'laval_new_buildings',
  help: 'Permits for new buildings.',
  rules: [{value: 'new', when: [NEW]}],
  otherwise: null,
  reported: [],
};

export default permitCity('laval', {
  page: PAGE,
  cadence: 'irregular',
  files: [
    {
      name: 'permis-de-construction.csv',
      format: 'csv',
      via: {
        portal: 'ckan-file',
        base: CKAN,
        dataset: PACKAGE,
        resource: RESOURCE,
        fallback: `${CKAN}/dataset/${PACKAGE}/resource/${RESOURCE}/download/permis-de-construction.csv`,
      },
    },
  ],
  layouts: [
    {
      name: 'permits',
      unverified: true,
      help: 'Columns as reported in 2026; the JSON file has the same and is read as well. COUT_PERMIS is the fee of the permit, not the cost of the work; the unit of SUP_CA is not known.',
      unused: [
        'TYPE_PERMIS',
        'STRUCTURE',
        'COUT_PERMIS',
        'NOMBRE_ETAGES',
        'SUP_CA',
        'LOTS',
        'EXVILLE_CODE',
        'OCCUPATION_DEBUT',
        'OCCUPATION_FIN',
        'ADRESSE_DETAILS',
      ],
      fields: {
        permit_number_raw: text('NO_PERMIS'),
        source_reference: text('NO_PERMIS'),
        issued_date: day('DATE_EMISSION'),
        status: ISSUED,
        permit_type: rules(TYPES),
        permit_type_raw: text(['TYPE_PERMIS_DESCR', 'CATEGORIE_BATIMENT']),
        building_type: text(['TYPE_BATIMENT', 'CATEGORIE_BATIMENT']),
        work_description: joinNonBlank(['TYPE_PERMIS_DESCR', 'CATEGORIE_BATIMENT'], ': '),
        // Letters in parentheses name the former town.
        address: replace('ADRESSE', [[/ ?\([A-Z]{2,3}\)/, '']]),
        neighbourhood: text('EXVILLE_DESCR'),
        contractor_name: text('ENTREPRENEUR'),
        dwelling_units_created: when(dwellings('NOMBRE_LOGEMENTS'), NEW_BUILDINGS, 'new'),
        source_url: constant(PAGE),
      },
    },
  ],
});
