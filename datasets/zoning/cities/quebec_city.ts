/** Zoning of Québec: municipal zones, one GeoJSON file of Données Québec. */
import {polygon, rules, text} from '../../fields.ts';
import {type ZoneRule, zoneCategoryRules, type zoneMatches} from '../category_rules.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://www.donneesquebec.ca/recherche';
const PAGE = `${BASE}/dataset/vque_56`;

/** By the capital letter after the five digits; zones with two capitals are numbered differently. */
const quebec = (category: Parameters<typeof zoneMatches>[0], letter: string): ZoneRule => ({
  value: category,
  when: [{from: ['ID'], matchesRaw: new RegExp(`^[0-9]{5}${letter}`)}],
});

/**
 * By the letter in the zone number: habitation, mixte, commerce, industrie, publique, récréation,
 * agriculture, forêt.
 */
const CATEGORIES = zoneCategoryRules(
  'Québec',
  ['ID'],
  [
    quebec('residential', 'H[a-z]'),
    quebec('mixed_use', 'M[a-z]'),
    quebec('commercial', 'C[a-z]'),
    quebec('industrial', 'I[a-z]'),
    quebec('institutional', 'P[a-z]'),
    quebec('open_space', 'R[a-z]'),
    quebec('agricultural', 'A[a-z]'),
    quebec('agricultural', 'F[a-z]'),
    quebec(null, 'PC$'),
  ],
);

export default zoningCity('quebec_city', {
  page: PAGE,
  cadence: 'yearly',
  files: [
    {
      name: 'vdq-zonagemunicipalzones.geojson',
      format: 'geojson',
      via: {
        portal: 'ckan-file',
        base: BASE,
        dataset: 'vque_56',
        resource: /^vdq-zonagemunicipalzones\.geojson$/i,
        fallback: `${BASE}/dataset/a56dfef1-ad07-4b21-9ef7-24a0c553a085/resource/8108e324-503f-4a10-9107-ea556fdc883d/download/vdq-zonagemunicipalzones.geojson`,
      },
    },
  ],
  layouts: [
    {
      name: 'zones',
      help: 'Zoning by-laws of the boroughs. A zone has a number only: five digits and letters, whose capital letter gives the use (`90117Hb`). Numbers with `PC` are of another kind, whose use is open.',
      unused: ['SUPERFICIE', 'PERIMETRE'],
      fields: {
        zone_code: text('ID'),
        zone_category: rules(CATEGORIES),
        ...polygon(),
      },
    },
  ],
  excluded: [
    {
      files: /^vdq-zonagemunicipalzones\.csv$/i,
      content: 'the same zones as CSV',
      reason: 'the GeoJSON holds them; its numbers are the same',
    },
  ],
});
