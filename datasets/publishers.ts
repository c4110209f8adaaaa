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
