/**
 * Every municipality whose data is published here, one row each; lists, documents and answers keep this
 * order.
 */
import type {Box} from './types.ts';

export interface Municipality {
  name: string;
  /** Two-letter code. */
  province: string;
  /** Bounding box of the census subdivision (Statistics Canada, 2021), rounded outwards to 0.01 degree. */
  box: Box;
  /** `English | Français`. */
  publisher: string;
  license: string;
  license_url: string;
}

export const MUNICIPALITIES = {
  toronto: {
    name: 'Toronto',
    province: 'ON',
    box: [-79.64, 43.58, -79.11, 43.86],
    publisher: 'City of Toronto | Ville de Toronto',
    license: 'Open Government Licence - Toronto',
    license_url: 'https://open.toronto.ca/open-data-licence/',
  },
  calgary: {
    name: 'Calgary',
    province: 'AB',
    box: [-114.32, 50.84, -113.86, 51.22],
    publisher: 'City of Calgary | Ville de Calgary',
    license: 'Open Government Licence - City of Calgary',
    license_url: 'https://data.calgary.ca/stories/s/Open-Calgary-Terms-of-Use/u45n-7awa',
  },
  edmonton: {
    name: 'Edmonton',
    province: 'AB',
    box: [-113.72, 53.33, -113.27, 53.72],
    publisher: "City of Edmonton | Ville d'Edmonton",
    license: 'Open Government Licence - City of Edmonton',
    license_url: 'https://data.edmonton.ca/stories/s/City-of-Edmonton-Open-Data-Terms-of-Use/msh8-if28/',
  },
  ottawa: {
    name: 'Ottawa',
    province: 'ON',
    box: [-76.36, 44.96, -75.24, 45.54],
    publisher: "City of Ottawa | Ville d'Ottawa",
    license: 'Open Government Licence - City of Ottawa 2.0',
    license_url:
      'https://ottawa.ca/en/city-hall/open-transparent-and-accountable-government/open-data/open-data-licence-version-20',
  },
  vancouver: {
    name: 'Vancouver',
    province: 'BC',
    box: [-123.27, 49.19, -123.02, 49.32],
    publisher: 'City of Vancouver | Ville de Vancouver',
    license: 'Open Government Licence - Vancouver',
    license_url: 'https://opendata.vancouver.ca/pages/licence/',
  },
  montreal: {
    name: 'Montréal',
    province: 'QC',
    box: [-73.98, 45.4, -73.47, 45.71],
    publisher: 'City of Montreal | Ville de Montréal',
    license: 'Creative Commons Attribution 4.0',
    license_url: 'https://creativecommons.org/licenses/by/4.0/deed.fr',
  },
  winnipeg: {
    name: 'Winnipeg',
    province: 'MB',
    box: [-97.35, 49.71, -96.95, 50.0],
    publisher: 'City of Winnipeg | Ville de Winnipeg',
    license: 'City of Winnipeg Open Data Licence',
    license_url: 'https://data.winnipeg.ca/open-data-licence',
  },
  hamilton: {
    name: 'Hamilton',
    province: 'ON',
    box: [-80.25, 43.05, -79.62, 43.47],
    publisher: 'City of Hamilton | Ville de Hamilton',
    license: 'City of Hamilton Open Data Licence 1.1',
    license_url:
      'https://www.hamilton.ca/city-initiatives/strategies-actions/open-data-licence-terms-and-conditions',
  },
  kitchener: {
    name: 'Kitchener',
    province: 'ON',
    box: [-80.58, 43.37, -80.39, 43.5],
    publisher: 'City of Kitchener | Ville de Kitchener',
    license: 'Open Government Licence - The Corporation of the City of Kitchener',
    license_url: 'https://www.kitchener.ca/council-and-city-administration/data-and-maps/open-data-licence/',
  },
  victoria: {
    name: 'Victoria',
    province: 'BC',
    box: [-123.4, 48.4, -123.32, 48.45],
    publisher: 'City of Victoria | Ville de Victoria',
    license: 'Open Data Licence - City of Victoria',
    license_url: 'https://opendata.victoria.ca/pages/open-data-licence',
  },
  laval: {
    name: 'Laval',
    province: 'QC',
    box: [-73.9, 45.5, -73.53, 45.7],
    publisher: 'City of Laval | Ville de Laval',
    license: 'Creative Commons Attribution 4.0',
    license_url: 'https://creativecommons.org/licenses/by/4.0/deed.fr',
  },
  mississauga: {
    name: 'Mississauga',
    province: 'ON',
    box: [-79.81, 43.47, -79.54, 43.74],
    publisher: 'City of Mississauga | Ville de Mississauga',
    license: 'City of Mississauga Open Data Terms of Use',
    license_url: 'https://data.mississauga.ca/pages/terms-of-use',
  },
  halifax: {
    name: 'Halifax',
    province: 'NS',
    box: [-64.24, 44.43, -62.15, 45.28],
    publisher: "Halifax Regional Municipality | Municipalité régionale d'Halifax",
    license: 'Open Government Licence - Halifax',
    license_url: 'https://www.halifax.ca/home/open-data/open-data-licence',
  },
  // The portals of the next three name their licence but do not link to its text.
  brampton: {
    name: 'Brampton',
    province: 'ON',
    box: [-79.89, 43.6, -79.63, 43.85],
    publisher: 'City of Brampton | Ville de Brampton',
    license: 'City of Brampton Open Data Terms of Use',
    license_url: 'https://geohub.brampton.ca/',
  },
  quebec_city: {
    name: 'Québec',
    province: 'QC',
    box: [-71.55, 46.73, -71.13, 46.98],
    publisher: 'Quebec City | Ville de Québec',
    license: 'Creative Commons Attribution 4.0',
    license_url: 'https://creativecommons.org/licenses/by/4.0/deed.fr',
  },
  regina: {
    name: 'Regina',
    province: 'SK',
    box: [-104.78, 50.38, -104.48, 50.53],
    publisher: 'City of Regina | Ville de Regina',
    license: 'Open Government Licence - Regina',
    license_url: 'https://openregina.ca/',
  },
  saint_john: {
    name: 'Saint John',
    province: 'NB',
    box: [-66.31, 45.16, -65.85, 45.38],
    publisher: 'City of Saint John | Ville de Saint John',
    license: 'Open Government Licence - City of Saint John 1.0',
    license_url: 'https://catalogue-saintjohn.opendata.arcgis.com/',
  },
} as const satisfies Record<string, Municipality>;

export type MunicipalitySlug = keyof typeof MUNICIPALITIES;
