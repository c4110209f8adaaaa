/** Zoning of Québec: municipal zones, one GeoJSON file of Données Québec. */

import {ckanFile} from '../../publishers/portals.ts';
import type {Predicate} from '../../types.ts';
import {zoningCity} from '../city.ts';

const BASE = 'https://www.donneesquebec.ca/recherche';
const FILE = 'vdq-zonagemunicipalzones.geojson';
const DOWNLOAD = `a56dfef1-ad07-4b21-9ef7-24a0c553a085/resource/8108e324-503f-4a10-9107-ea556fdc883d/download/${FILE}`;

/** By the capital letter after the five digits; zones with two capitals are numbered differently. */
const letter = (letters: string): Predicate => ({
  from: ['ID'],
  matchesRaw: new RegExp(`^[0-9]{5}${letters}`),
});

export default zoningCity('quebec_city', {
  page: `${BASE}/dataset/vque_56`,
  cadence: 'yearly',
  files: [ckanFile(FILE, BASE, 'vque_56', /^vdq-zonagemunicipalzones\.geojson$/i, DOWNLOAD)],
  help: 'Zoning by-laws of the boroughs. A zone has a number only: five digits and letters, whose capital letter gives the use (`90117Hb`). Numbers with `PC` are of another kind, whose use is open.',
  unused: 'SUPERFICIE, PERIMETRE',
  fields: {zone_code: 'ID'},
  // By the letter in the zone number: habitation, mixte, commerce, industrie, publique, récréation,
  // agriculture, forêt.
  categories: [
    ['residential', letter('H[a-z]')],
    ['mixed_use', letter('M[a-z]')],
    ['commercial', letter('C[a-z]')],
    ['industrial', letter('I[a-z]')],
    ['institutional', letter('P[a-z]')],
    ['open_space', letter('R[a-z]')],
    ['agricultural', letter('A[a-z]')],
    ['agricultural', letter('F[a-z]')],
    [null, letter('PC$')],
  ],
  excluded: [
    {
      files: /^vdq-zonagemunicipalzones\.csv$/i,
      content: 'the same zones as CSV',
      reason: 'the GeoJSON holds them; its numbers are the same',
    },
  ],
});
