/** Publishers and licences of the municipalities, by slug: what their sources share. */

/** `English | Français`, name of the licence, where it stands. */
const city = (publisher: string, license: string, license_url: string) =>
  ({publisher, license, license_url}) as const;

export const CITIES = {
  toronto: city(
    'City of Toronto | Ville de Toronto',
    'Open Government Licence - Toronto',
    'https://open.toronto.ca/open-data-licence/',
  ),
  calgary: city(
    'City of Calgary | Ville de Calgary',
    'Open Government Licence - City of Calgary',
    'https://data.calgary.ca/stories/s/Open-Calgary-Terms-of-Use/u45n-7awa',
  ),
  edmonton: city(
    "City of Edmonton | Ville d'Edmonton",
    'Open Government Licence - City of Edmonton',
    'https://data.edmonton.ca/stories/s/City-of-Edmonton-Open-Data-Terms-of-Use/msh8-if28/',
  ),
  vancouver: city(
    'City of Vancouver | Ville de Vancouver',
    'Open Government Licence - Vancouver',
    'https://opendata.vancouver.ca/pages/licence/',
  ),
  montreal: city(
    'City of Montreal | Ville de Montréal',
    'Creative Commons Attribution 4.0',
    'https://creativecommons.org/licenses/by/4.0/deed.fr',
  ),
  winnipeg: city(
    'City of Winnipeg | Ville de Winnipeg',
    'City of Winnipeg Open Data Licence',
    'https://data.winnipeg.ca/open-data-licence',
  ),
  ottawa: city(
    "City of Ottawa | Ville d'Ottawa",
    'Open Government Licence - City of Ottawa 2.0',
    'https://ottawa.ca/en/city-hall/open-transparent-and-accountable-government/open-data/open-data-licence-version-20',
  ),
  mississauga: city(
    'City of Mississauga | Ville de Mississauga',
    'City of Mississauga Open Data Terms of Use',
    'https://data.mississauga.ca/pages/terms-of-use',
  ),
  kitchener: city(
    'City of Kitchener | Ville de Kitchener',
    'Open Government Licence - The Corporation of the City of Kitchener',
    'https://www.kitchener.ca/council-and-city-administration/data-and-maps/open-data-licence/',
  ),
  hamilton: city(
    'City of Hamilton | Ville de Hamilton',
    'City of Hamilton Open Data Licence 1.1',
    'https://www.hamilton.ca/city-initiatives/strategies-actions/open-data-licence-terms-and-conditions',
  ),
  quebec_city: city(
    'Quebec City | Ville de Québec',
    'Creative Commons Attribution 4.0',
    'https://creativecommons.org/licenses/by/4.0/deed.fr',
  ),
  victoria: city(
    'City of Victoria | Ville de Victoria',
    'Open Data Licence - City of Victoria',
    'https://opendata.victoria.ca/pages/open-data-licence',
  ),
  laval: city(
    'City of Laval | Ville de Laval',
    'Creative Commons Attribution 4.0',
    'https://creativecommons.org/licenses/by/4.0/deed.fr',
  ),
  halifax: city(
    "Halifax Regional Municipality | Municipalité régionale d'Halifax",
    'Open Government Licence - Halifax',
    'https://www.halifax.ca/home/open-data/open-data-licence',
  ),
  // Of the next three the address of the licence itself is not known: their portals name it.
  brampton: city(
    'City of Brampton | Ville de Brampton',
    'City of Brampton Open Data Terms of Use',
    'https://geohub.brampton.ca/',
  ),
  regina: city(
    'City of Regina | Ville de Regina',
    'Open Government Licence - Regina',
    'https://openregina.ca/',
  ),
  saint_john: city(
    'City of Saint John | Ville de Saint John',
    'Open Government Licence - City of Saint John 1.0',
    'https://catalogue-saintjohn.opendata.arcgis.com/',
  ),
} as const;
