/** Column names and fields that the CanadaBuys files share (their spelling, errors included). */
import {WITHOUT_CONTACTS} from '../codes/contacts.ts';
import {PLACEHOLDERS} from '../codes/procurement.ts';
import {address, department, inCad, multiline, text} from '../fields.ts';
import type {Field, Fields, SourceFile} from '../types.ts';
import {OGL, PSPC} from './licences.ts';

const FILES = 'https://canadabuys.canada.ca/opendata/pub';
export const PAGE = 'https://canadabuys.canada.ca/en/procurement-and-contracting-data';
const NOTICES = 'https://canadabuys.canada.ca/en/tender-opportunities';

/** A file of the open-data folder, under its own name. */
export const file = (name: string): SourceFile => ({
  name,
  format: 'csv',
  via: {portal: 'plain', url: `${FILES}/${name}`},
});

/** What all CanadaBuys sources share. Early files are Windows-1252, current ones UTF-8. */
export const ORIGIN = {publisher: PSPC, ...OGL, page: PAGE, encodings: ['utf-8', 'windows-1252']} as const;

const REFERENCE = 'referenceNumber-numeroReference';

/** The page of a notice, in lower case and without colons: `SSC-26-00034400:T` has `ssc-26-00034400t`. */
export const noticePage = (kind: 'tender-notice' | 'award-notice'): Field =>
  address({
    template: `${NOTICES}/${kind}/{${REFERENCE}}`,
    // Reference numbers of notices that have a page of their own.
    when: {column: REFERENCE, pattern: /^(cw|cb-|pw-|ssc-|ws|mx-)/i},
    case: 'lower',
    without: /:/,
    otherwise: PAGE,
  });

/**
 * The full text of a notice: the publisher writes character references, and public servants' telephones and
 * addresses.
 */
export const fullText = (column: string): Field =>
  multiline(column, [], {references: true, changes: WITHOUT_CONTACTS});

/**
 * Columns of all files that are not read. Names, addresses and numbers of public servants are among them:
 * they must never be.
 */
export const UNUSED = `noticeType-avisType-fra, procurementMethod-methodeApprovisionnement-fra,
  selectionCriteria-criteresSelection-eng, selectionCriteria-criteresSelection-fra,
  limitedTenderingReason-raisonAppelOffresLimite-eng, limitedTenderingReason-raisonAppelOffresLimite-fra,
  tradeAgreements-accordsCommerciaux-fra, regionsOfDelivery-regionsLivraison-fra,
  contractingEntityAddressLine-ligneAdresseEntiteContractante-eng,
  contractingEntityAddressCity-entiteContractanteAdresseVille-eng,
  contractingEntityAddressProvince-entiteContractanteAdresseProvince-eng,
  contractingEntityAddressPostalCode-entiteContractanteAdresseCodePostal,
  contractingEntityAddressCountry-entiteContractanteAdressePays-eng,
  contractingEntityAddressLine-ligneAdresseEntiteContractante-fra,
  contractingEntityAddressCity-entiteContractanteAdresseVille-fra,
  contractingEntityAddressProvince-entiteContractanteAdresseProvince-fra,
  contractingEntityAddressCountry-entiteContractanteAdressePays-fra,
  endUserEntitiesAddress-adresseEntitesUtilisateurFinal-eng,
  endUserEntitiesAddress-adresseEntitesUtilisateurFinal-fra, contactInfoName-informationsContactNom,
  contactInfoEmail-informationsContactCourriel, contactInfoPhone-contactInfoTelephone, contactInfoFax,
  contactInfoAddressLine-contactInfoAdresseLigne-eng, contactInfoCity-contacterInfoVille-eng,
  contactInfoProvince-contacterInfoProvince-eng, contactInfoPostalcode,
  contactInfoCountry-contactInfoPays-eng, contactInfoAddressLine-contactInfoAdresseLigne-fra,
  contactInfoCity-contacterInfoVille-fra, contactInfoProvince-contacterInfoProvince-fra,
  contactInfoCountry-contactInfoPays-fra`;

/** The same of the files of awards and contracts. */
export const UNUSED_OF_AWARDS = `${UNUSED}, supplierAddressLine-ligneAdresseFournisseur-eng,
  supplierAddressCity-fournisseurAdresseVille-eng, supplierAddressProvince-fournisseurAdresseProvince-eng,
  supplierAddressLine-ligneAdresseFournisseur-fra, supplierAddressCity-fournisseurAdresseVille-fra,
  supplierAddressProvince-fournisseurAdresseProvince-fra,
  supplierAddressCountry-fournisseurAdressePays-fra, instrumentType-typeInstrument-fra,
  amendmentType-typeModification-eng, amendmentType-typeModification-fra,
  tradeAgreements-accordsCommerciaux-eng, regionsOfDelivery-regionsLivraison-eng`;

/** Buying organization and, if different, the organization the purchase is for. */
export const ORGANIZATIONS = {
  department: department({
    en: 'contractingEntityName-nomEntitContractante-eng',
    fr: 'contractingEntityName-nomEntitContractante-fra',
  }),
  end_user: department({
    en: 'endUserEntitiesName-nomEntitesUtilisateurFinal-eng',
    fr: 'endUserEntitiesName-nomEntitesUtilisateurFinal-fra',
  }),
} satisfies Fields;

/** Columns that `ORGANIZATIONS` reads and some files lack. */
export const END_USER_NAMES =
  'endUserEntitiesName-nomEntitesUtilisateurFinal-eng, endUserEntitiesName-nomEntitesUtilisateurFinal-fra';

const SUPPLIER_NAMES = [
  'supplierLegalName-nomLegalFournisseur-eng',
  'supplierLegalName-nomLegalFournisseur-fra',
];

export const vendorOf = (...also: string[]): Field => text([...SUPPLIER_NAMES, ...also], PLACEHOLDERS);
export const vendorKeyOf = (...also: string[]): Field => ({
  op: 'vendor_key',
  from: [...SUPPLIER_NAMES, ...also],
  blank: PLACEHOLDERS,
});

/** Amount of one entry, and total after it; the total is blank on older rows. */
const AMOUNT = 'contractAmount-montantContrat';
const TOTAL = 'totalContractValue-valeurTotaleContrat';
const CURRENCY = 'contractCurrency-contratMonnaie';

/** Money of award notices and contract history. */
export const AMOUNTS: Fields = {
  value: inCad(TOTAL, CURRENCY),
  original_value: inCad(AMOUNT, CURRENCY),
  currency: {op: 'text', from: [CURRENCY], blank: PLACEHOLDERS, case: 'upper'},
  currency_value: {op: 'money', from: [TOTAL]},
  version_total: {op: 'money', from: [TOTAL]},
  version_change: inCad(AMOUNT, CURRENCY),
  raw_change: {op: 'money', from: [AMOUNT]},
};

const isFirst = 'coalesce(TRY_CAST(last.amendment_number AS INTEGER), 0) = 0';

/** The published total, else the entries from the original on; the publisher omits blank ones. */
const TOTAL_OF_RECORD = `CASE WHEN last._several THEN total
  ELSE coalesce(last.version_total, last.whole_total, CASE WHEN ${isFirst} THEN last.raw_change END) END`;
const inCanadian = (currency: string, amount: string) =>
  `CASE WHEN coalesce(${currency}, 'CAD') = 'CAD' THEN ${amount} END`;

/** Versions by amendment number. A change has no total without all entries before it. */
export const BY_AMENDMENT = {
  rule: 'canadabuys_entries',
  aggregates: {earliest: 'min(v.date)'},
  computed: {
    date: 'coalesce(earliest, last.date)',
    original_value: `CASE WHEN coalesce(TRY_CAST(first.amendment_number AS INTEGER), 0) = 0
      THEN coalesce(first.original_value, ${inCanadian('first.currency', 'first.version_total')}) END`,
    currency_value: TOTAL_OF_RECORD,
    value: inCanadian('last.currency', TOTAL_OF_RECORD),
  },
  entries: {
    value: inCanadian('v.currency', 'v._total'),
    // The first entry is not a change: its amount is the total.
    amendment_value: `CASE WHEN coalesce(TRY_CAST(v.amendment_number AS INTEGER), 0) = 0 AND v.version_change IS NOT NULL THEN 0
      ELSE v.version_change END`,
  },
} as const;
