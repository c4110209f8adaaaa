/** Licences and pages of publishers in the language of the reader. */
import {licenceOf} from '../../datasets/licence_of.ts';
import type {Source} from '../../datasets/types.ts';
import type {Language} from './language.ts';

/** Beginnings of addresses whose French page has the same path behind another beginning. */
const PAGES: readonly (readonly [english: string, french: string])[] = [
  ['https://open.canada.ca/data/en/', 'https://open.canada.ca/data/fr/'],
  ['https://www.parl.ca/legisinfo/en/', 'https://www.parl.ca/legisinfo/fr/'],
  ['https://www.ourcommons.ca/Committees/en/', 'https://www.ourcommons.ca/Committees/fr/'],
  ['https://www.ourcommons.ca/members/en/', 'https://www.ourcommons.ca/members/fr/'],
  ['https://lop.parl.ca/sites/ParlInfo/default/en_CA/', 'https://lop.parl.ca/sites/ParlInfo/default/fr_CA/'],
];

/** Name and address of the licence of a source in the language of the page. */
export function licenceIn(language: Language, source: Source): Pick<Source, 'license' | 'license_url'> {
  const {title, url} = licenceOf(source);
  return {license: title[language], license_url: url[language]};
}

/** The address of a publisher's page in the language of ours, where it has one. */
export function addressIn(language: Language, address: string): string {
  const found = language === 'fr' ? PAGES.find(([english]) => address.startsWith(english)) : undefined;
  return found ? found[1] + address.slice(found[0].length) : address;
}
