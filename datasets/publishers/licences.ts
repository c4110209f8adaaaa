/** Publishers and licences that several sources share. */

export const OGL = {
  license: 'Open Government Licence - Canada 2.0',
  license_url: 'https://open.canada.ca/en/open-government-licence-canada',
} as const;

export const TBS = 'Treasury Board of Canada Secretariat | Secrétariat du Conseil du Trésor du Canada';
export const PSPC = 'Public Services and Procurement Canada | Services publics et Approvisionnement Canada';
export const NSERC =
  'Natural Sciences and Engineering Research Council of Canada | Conseil de recherches en sciences naturelles et en génie du Canada';
export const SSHRC =
  'Social Sciences and Humanities Research Council of Canada | Conseil de recherches en sciences humaines du Canada';

/** CKAN of the federal open-data portal. */
export const OPEN_CANADA = 'https://open.canada.ca/data';

export const PARLIAMENT = 'Parliament of Canada | Parlement du Canada';
export const HOUSE_OF_COMMONS = 'House of Commons | Chambre des communes';

/** Reproduction is allowed with attribution, not as an official version. */
export const SPEAKERS_PERMISSION = {
  license: "Speaker's Permission, House of Commons",
  license_url: 'https://www.ourcommons.ca/en/important-notices',
} as const;

/** Site of the House of Commons. */
export const OURCOMMONS = 'https://www.ourcommons.ca';
/** Site of both chambers. */
export const PARL = 'https://www.parl.ca';

/** Terms of use: reproduction is allowed with attribution. */
export const LIBRARY_OF_PARLIAMENT = {
  publisher: 'Library of Parliament | Bibliothèque du Parlement',
  license: 'Library of Parliament terms of use',
  license_url: 'https://lop.parl.ca/sites/PublicWebsite/default/en_CA/Help/ImportantNotices',
} as const;
