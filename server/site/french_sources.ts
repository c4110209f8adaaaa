/** Sources behind lists, and what publishers have in French beside the English that sources declare: licences, pages. */
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Source} from '../../datasets/types.ts';
import type {Language} from './language.ts';

type Licence = Pick<Source, 'license' | 'license_url'>;

/** By the address of the English text. A licence without a row is shown in English. */
const LICENCES: ReadonlyMap<string, Licence> = new Map([
  [
    'https://open.canada.ca/en/open-government-licence-canada',
    {
      license: 'Licence du gouvernement ouvert – Canada 2.0',
      license_url: 'https://ouvert.canada.ca/fr/licence-du-gouvernement-ouvert-canada',
    },
  ],
  [
    'https://www.ourcommons.ca/en/important-notices',
    {
      license: 'Permission du Président, Chambre des communes',
      license_url: 'https://www.noscommunes.ca/fr/avis-importants',
    },
  ],
  [
    'https://lop.parl.ca/sites/PublicWebsite/default/en_CA/Help/ImportantNotices',
    {
      license: 'Conditions d’utilisation de la Bibliothèque du Parlement',
      license_url: 'https://lop.parl.ca/sites/PublicWebsite/default/fr_CA/Help/ImportantNotices',
    },
  ],
]);

/** Beginnings of addresses whose French page has the same path behind another beginning. */
const PAGES: readonly (readonly [english: string, french: string])[] = [
  ['https://open.canada.ca/data/en/', 'https://open.canada.ca/data/fr/'],
  ['https://www.parl.ca/legisinfo/en/', 'https://www.parl.ca/legisinfo/fr/'],
  ['https://www.ourcommons.ca/Committees/en/', 'https://www.ourcommons.ca/Committees/fr/'],
  ['https://www.ourcommons.ca/members/en/', 'https://www.ourcommons.ca/members/fr/'],
  ['https://lop.parl.ca/sites/ParlInfo/default/en_CA/', 'https://lop.parl.ca/sites/ParlInfo/default/fr_CA/'],
];

/** Sources of the records of a dataset; what is computed from several datasets names them all. */
export function sourcesOf(dataset: string): Source[] {
  const base = DATASETS[dataset]?.view?.table ?? dataset;
  const own = Object.values(SOURCES).filter((source) => source.dataset === base);
  return own.length > 0 ? own : Object.values(SOURCES);
}

/** The licence of a source in the language of the page, where the publisher has it. */
export const licenceIn = (language: Language, source: Licence): Licence =>
  (language === 'fr' && LICENCES.get(source.license_url)) || source;

/** The address of a publisher's page in the language of ours, where it has one. */
export function addressIn(language: Language, address: string): string {
  const found = language === 'fr' ? PAGES.find(([english]) => address.startsWith(english)) : undefined;
  return found ? found[1] + address.slice(found[0].length) : address;
}
