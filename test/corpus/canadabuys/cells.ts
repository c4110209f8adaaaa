/** Blocks of cells that the CanadaBuys files share: method, supplier, organizations, contact. */
import type {Cells} from '../files/csv.ts';
import type {Random} from '../prng.ts';
import type {Body} from '../vocabulary/institutions.ts';
import {spelling} from '../vocabulary/vendors.ts';
import {methodOf, type Procurement} from './procurements.ts';

/** The quirks that may fall on a row of any of these files. */
interface Quirks {
  due(name: 'end_users_joined' | 'leading_blank' | 'placeholder' | 'html_leftover'): boolean;
}

const AGREEMENTS = [
  ['Canada-Korea Free Trade Agreement (CKFTA)', 'Accord de libre-échange Canada-Corée (ALECC)'],
  ['Canada-Chile Free Trade Agreement (CCFTA)', 'Accord de libre-échange Canada-Chili (ALECC)'],
  ['Canadian Free Trade Agreement (CFTA)', 'Accord de libre-échange canadien (ALEC)'],
] as const;

const CATEGORY = {G: '*GD', S: '*SRV', C: '*CNST'} as const;

/** One value a line, each behind a star. */
export const starred = (values: readonly string[]): string => values.map((value) => `*${value}`).join('\n');

/** Legal title with its short form, as these files write it; the usual title where there is no other. */
export function legalTitle(of: Body, language: 'en' | 'fr'): string {
  if (!of.legal) return of[language];
  const short = of.code.split('-')[language === 'en' ? 0 : 1] ?? of.code;
  return `${of.legal[language]} (${short.toUpperCase()})`;
}

export function classification({subject}: Procurement, random: Random): Cells {
  const modern = random.chance(0.8);
  const both = random.chance(0.3);
  const codes = both ? [subject.unspsc, '81101500'] : [subject.unspsc];
  return {
    'gsin-nibs': modern ? '' : `*${subject.gsin}`,
    'gsinDescription-nibsDescription-eng': modern ? '' : `*${subject.en}`,
    'gsinDescription-nibsDescription-fra': modern ? '' : `*${subject.fr}`,
    unspsc: modern ? starred(codes) : '',
    'unspscDescription-eng': modern ? starred(both ? [subject.en, 'Engineering'] : [subject.en]) : '',
    'unspscDescription-fra': modern ? starred(both ? ['Génie', subject.fr] : [subject.fr]) : '',
    'procurementCategory-categorieApprovisionnement': random.chance(0.05)
      ? '*SRVTGD'
      : CATEGORY[subject.type],
  };
}

export function method(of: Procurement, quirks: Quirks, random: Random): Cells {
  const {en, fr} = methodOf(of);
  const nothing = quirks.due('placeholder');
  const agreements = AGREEMENTS.slice(random.int(AGREEMENTS.length));
  return {
    'noticeType-avisType-eng': nothing ? 'Not Applicable' : 'Request for Proposal',
    'noticeType-avisType-fra': nothing ? 'Sans objet' : 'Demande de propositions',
    'procurementMethod-methodeApprovisionnement-eng': en,
    'procurementMethod-methodeApprovisionnement-fra': fr,
    'selectionCriteria-criteresSelection-eng': 'Lowest Price',
    'selectionCriteria-criteresSelection-fra': 'Prix le plus bas',
    'limitedTenderingReason-raisonAppelOffresLimite-eng': nothing ? 'None' : '',
    'limitedTenderingReason-raisonAppelOffresLimite-fra': nothing ? 'Aucune' : '',
    'tradeAgreements-accordsCommerciaux-eng': nothing ? 'None' : starred(agreements.map(([name]) => name)),
    'tradeAgreements-accordsCommerciaux-fra': nothing
      ? 'Aucune'
      : starred(agreements.map(([, name]) => name).reverse()),
    'regionsOfDelivery-regionsLivraison-eng': starred([of.place.region, 'Ontario (except NCR)']),
    'regionsOfDelivery-regionsLivraison-fra': starred(['Ontario (sauf RCN)', of.place.regionFr]),
  };
}

/** The supplier; `frenchOnly` leaves the English name empty. */
export function supplier(
  of: Procurement,
  name: string,
  frenchOnly: boolean,
  quirks: Quirks,
  random: Random,
): Cells {
  const {vendor} = of;
  const line = quirks.due('html_leftover') ? 'PO Box 12<br>4 Quay Street' : 'PO Box 12 \n4 Quay Street';
  const country = vendor.country === 'CA' ? random.pick(['CA', 'Canada', 'CAN', '']) : vendor.country;
  return {
    'supplierLegalName-nomLegalFournisseur-eng': frenchOnly ? '' : name,
    'supplierAddressLine-ligneAdresseFournisseur-eng': line,
    'supplierAddressCity-fournisseurAdresseVille-eng': vendor.city,
    'supplierAddressProvince-fournisseurAdresseProvince-eng': vendor.province,
    'supplierAddressPostalCode-fournisseurAdresseCodePostal': vendor.postal,
    'supplierAddressCountry-fournisseurAdressePays-eng': country,
    'supplierLegalName-nomLegalFournisseur-fra': name,
    'supplierAddressLine-ligneAdresseFournisseur-fra': line,
    'supplierAddressCity-fournisseurAdresseVille-fra': vendor.city,
    'supplierAddressProvince-fournisseurAdresseProvince-fra': vendor.province,
    'supplierAddressCountry-fournisseurAdressePays-fra': country,
  };
}

export const supplierName = (of: Procurement, random: Random): string => spelling(random, of.vendor);

/** Buyer and end users; their lists differ in order between the languages. */
export function organizations({buyer, endUsers}: Procurement, quirks: Quirks, random: Random): Cells {
  const gap = quirks.due('leading_blank') ? ' ' : '';
  const joined = quirks.due('end_users_joined');
  const users = joined ? endUsers : random.chance(0.4) ? endUsers.slice(0, 1) : [];
  const address = users.map((_, i) => `${i + 1} Invented Street,Ottawa,Ontario,K1A 0A${i},Canada`);
  return {
    'contractingEntityName-nomEntitContractante-eng': legalTitle(buyer, 'en'),
    'contractingEntityAddressLine-ligneAdresseEntiteContractante-eng': '1 Invented Street  ',
    'contractingEntityAddressCity-entiteContractanteAdresseVille-eng': 'Ottawa  ',
    'contractingEntityAddressProvince-entiteContractanteAdresseProvince-eng': 'Ontario',
    'contractingEntityAddressPostalCode-entiteContractanteAdresseCodePostal': 'K1A 0A0',
    'contractingEntityAddressCountry-entiteContractanteAdressePays-eng': ' Canada',
    'contractingEntityName-nomEntitContractante-fra': gap + legalTitle(buyer, 'fr'),
    'contractingEntityAddressLine-ligneAdresseEntiteContractante-fra': '1, rue Inventée',
    'contractingEntityAddressCity-entiteContractanteAdresseVille-fra': 'Ottawa  ',
    'contractingEntityAddressProvince-entiteContractanteAdresseProvince-fra': 'Ontario',
    'contractingEntityAddressCountry-entiteContractanteAdressePays-fra': ' Canada',
    'endUserEntitiesName-nomEntitesUtilisateurFinal-eng': users
      .map((one) => legalTitle(one, 'en'))
      .join(' / '),
    'endUserEntitiesAddress-adresseEntitesUtilisateurFinal-eng': address.join(' / '),
    'endUserEntitiesName-nomEntitesUtilisateurFinal-fra': users
      .map((one) => gap + legalTitle(one, 'fr'))
      .reverse()
      .join(' / '),
    'endUserEntitiesAddress-adresseEntitesUtilisateurFinal-fra': address.reverse().join(' / '),
  };
}

/** The contact block is filled so that a reader can be seen to leave it out; nobody is named in it. */
export const contact: Cells = {
  'contactInfoName-informationsContactNom': 'Invented Contact Person',
  'contactInfoEmail-informationsContactCourriel': 'contact.person@example.invalid',
  'contactInfoPhone-contactInfoTelephone': '613-555-0100',
  'contactInfoCity-contacterInfoVille-eng': 'Ottawa',
  'contactInfoCountry-contactInfoPays-eng': 'Canada',
};
