/** Names of provinces, countries and waters in both languages, and where they are written. */
import type {Point} from './shores.ts';

interface Named {
  en: string;
  fr: string;
  at: Point;
  /** The first zoom that has it. */
  from: number;
}

const row = (en: string, fr: string, lat: number, lng: number, from: number): Named => ({
  en,
  fr,
  at: [lng, lat],
  from,
});

/** Where each is widest, away from its cities. */
export const PROVINCES: readonly Named[] = [
  row('British Columbia', 'Colombie-Britannique', 55, -124.6, 3),
  row('Alberta', 'Alberta', 55.2, -115, 3),
  row('Saskatchewan', 'Saskatchewan', 54.6, -105.8, 3),
  row('Manitoba', 'Manitoba', 54.9, -97.6, 3),
  row('Ontario', 'Ontario', 50.6, -86.2, 3),
  row('Quebec', 'Québec', 52.4, -72.6, 3),
  row('Newfoundland and Labrador', 'Terre-Neuve-et-Labrador', 53.6, -61.4, 4),
  row('New Brunswick', 'Nouveau-Brunswick', 46.65, -66.3, 5),
  row('Nova Scotia', 'Nouvelle-Écosse', 45.1, -63.1, 5),
  row('Prince Edward Island', 'Île-du-Prince-Édouard', 46.45, -63.6, 6),
  row('Yukon', 'Yukon', 63.2, -135.6, 3),
  row('Northwest Territories', 'Territoires du Nord-Ouest', 64.6, -119.5, 3),
  row('Nunavut', 'Nunavut', 65.4, -97.5, 3),
];

export const COUNTRIES: readonly Named[] = [
  row('United States', 'États-Unis', 41.2, -101.5, 2),
  row('Alaska', 'Alaska', 65.4, -152.5, 3),
  row('Greenland', 'Groenland', 72.5, -41, 2),
  row('Saint Pierre and Miquelon', 'Saint-Pierre-et-Miquelon', 46.95, -56.33, 7),
];

export const SEAS: readonly Named[] = [
  row('Pacific Ocean', 'Océan Pacifique', 46, -138, 2),
  row('Atlantic Ocean', 'Océan Atlantique', 42, -53, 2),
  row('Arctic Ocean', 'Océan Arctique', 78, -140, 2),
  row('Hudson Bay', 'Baie d’Hudson', 59.6, -85.4, 3),
  row('James Bay', 'Baie James', 53.2, -80.6, 5),
  row('Labrador Sea', 'Mer du Labrador', 57.6, -53.5, 3),
  row('Baffin Bay', 'Baie de Baffin', 73.5, -67.5, 3),
  row('Beaufort Sea', 'Mer de Beaufort', 72, -138, 3),
  row('Foxe Basin', 'Bassin de Foxe', 67, -78.5, 4),
  row('Hudson Strait', 'Détroit d’Hudson', 62.1, -71, 4),
  row('Davis Strait', 'Détroit de Davis', 66, -57.8, 4),
  row('Ungava Bay', 'Baie d’Ungava', 59.7, -67.3, 4),
  row('Gulf of St. Lawrence', 'Golfe du Saint-Laurent', 48, -61.6, 4),
  row('Bay of Fundy', 'Baie de Fundy', 45, -65.8, 6),
  row('Gulf of Alaska', 'Golfe d’Alaska', 57.5, -145, 3),
  row('Strait of Georgia', 'Détroit de Georgia', 49.3, -123.75, 7),
  row('Queen Charlotte Sound', 'Bassin de la Reine-Charlotte', 51.6, -129.3, 5),
];

export const LAKES: readonly Named[] = [
  row('Lake Superior', 'Lac Supérieur', 47.7, -87.6, 3),
  row('Lake Huron', 'Lac Huron', 44.6, -82.3, 4),
  row('Georgian Bay', 'Baie Georgienne', 45.3, -80.9, 6),
  row('Lake Michigan', 'Lac Michigan', 43.6, -87.1, 4),
  row('Lake Erie', 'Lac Érié', 42.15, -81.3, 4),
  row('Lake Ontario', 'Lac Ontario', 43.62, -77.8, 4),
  row('Lake Winnipeg', 'Lac Winnipeg', 52.6, -97.6, 4),
  row('Lake Manitoba', 'Lac Manitoba', 50.8, -98.6, 6),
  row('Lake Winnipegosis', 'Lac Winnipegosis', 52.4, -100, 6),
  row('Great Bear Lake', 'Grand lac de l’Ours', 66, -121, 4),
  row('Great Slave Lake', 'Grand lac des Esclaves', 61.6, -114.5, 4),
  row('Lake Athabasca', 'Lac Athabasca', 59.3, -109.4, 5),
  row('Reindeer Lake', 'Lac Reindeer', 57.6, -102.2, 6),
  row('Lake Nipigon', 'Lac Nipigon', 49.85, -88.75, 6),
  row('Lake of the Woods', 'Lac des Bois', 49.1, -94.85, 6),
  row('Lake St. Clair', 'Lac Sainte-Claire', 42.45, -82.7, 7),
  row('Lake Simcoe', 'Lac Simcoe', 44.45, -79.35, 7),
  row('Lac Saint-Jean', 'Lac Saint-Jean', 48.58, -72.05, 6),
  row('Lake Mistassini', 'Lac Mistassini', 50.95, -73.6, 6),
  row('Smallwood Reservoir', 'Réservoir Smallwood', 54.05, -64.3, 6),
];
