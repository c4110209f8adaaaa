/** Generates the contract history: the current file of CanadaBuys and the archive of buyandsell.gc.ca. */
import source from '../../../datasets/contracts/sources/canadabuys_contracts.ts';
import {dayOf, iso} from '../dates.ts';
import type {Cells, FileForm} from '../files/csv.ts';
import {twoPlaces} from '../money.ts';
import {cad, recordId} from '../oracle.ts';
import type {Plan} from '../plan.ts';
import {type Random, random} from '../prng.ts';
import {type QuirkOf, schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {title} from '../vocabulary/institutions.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {classification, contact, legalTitle, method, organizations, supplier, supplierName} from './cells.ts';
import {amendmentNumber, type Entry, entries, settled, totalText, withoutTotals} from './entries.ts';
import {CANADABUYS, NOTICE_CELLS, Notices, REFUSED} from './notices.ts';
import {methodOf, type Procurement, type Purchases, procurement, purchase} from './procurements.ts';

const [layout, archive] = source.layouts;
if (!layout || !archive) throw new Error('the contract history declares two layouts');

export const HISTORY_FORMS: Record<'current' | 'archive', FileForm> = {
  current: {
    ...CANADABUYS,
    name: 'synthetic-contractHistoryComplete-contratsOctroyesComplet.csv',
    header: layout.header,
  },
  archive: {
    name: 'synthetic-2009-2023-tpsgc-pwgsc_co-ch_tous-all.csv',
    header: archive.header,
    encoding: 'utf-8',
    bom: true,
    end: '\n',
    quoting: 'mixed',
  },
};

/** The current file begins here. */
const CURRENT_DAY = dayOf('2023-06-01');
const FIRST_DAY = dayOf('2009-05-04');
const KINDS = ['amended', 'latest_only', 'total_empty'] as const;
/** The title of the second entry of one amendment. */
const RETITLED = {
  'title-titre-eng': 'Administrative change',
  'title-titre-fra': 'Modification administrative',
};
const OLD_KINDS = ['both_files', 'total_zero'] as const;
/** Two contracts under one number. */
const SHARED = ['two_entities', 'two_suppliers'] as const;

/** The description of the first row of the archive. */
const ARCHIVE_NOTICE = {'gsin-description_en': NOTICE.en, 'gsin-description_fr': NOTICE.fr};

interface Contract {
  of: Procurement;
  name: string;
  currency: string;
  draw: Random;
}

/**
 * Every so many-th purchase of the contract history stands in the registry too, and is refused in neither.
 */
const SHARED_EVERY = 37;

/** The `nth` purchase that both publishers report. */
export function sharedPurchase(seed: string, plan: Plan, nth: number): Procurement {
  const purchases = contractPurchases(plan);
  const index = (SHARED_EVERY * nth) % purchases.records;
  return purchase(seed, purchases, {index, vendors: plan.vendors});
}

/** The purchases of which the contract history tells. */
const contractPurchases = ({canadabuys_contracts: records, contracts_linked: links}: Plan): Purchases => ({
  label: 'contract',
  records,
  links,
  firstDay: FIRST_DAY,
});

export const canadabuys_contracts: Generate = (task) =>
  new History(task, schedule('canadabuys_contracts'), {
    source,
    forms: HISTORY_FORMS,
    valued: true,
    ...contractPurchases(task.plan),
  }).run();

/** The versions of a contract, the first `archived` of them in the archive. */
interface Versions {
  entries: Entry[];
  archived: number;
}

class History extends Notices<keyof typeof HISTORY_FORMS, QuirkOf<'canadabuys_contracts'>> {
  protected open(file: keyof typeof HISTORY_FORMS, index: number): void {
    const of = procurement(this.seed, 'contract notice', index, {vendors: 1, first: CURRENT_DAY});
    if (file === 'archive') of.awardDay = FIRST_DAY;
    const numbered = {...of, contractNumber: `SYNTHETIC-${index}`};
    const contract = {...this.#contract(-1 - index, numbered), currency: 'CAD'};
    const entry: Entry = {number: 0, day: of.awardDay, amount: 0, total: 0};
    const cells =
      file === 'archive'
        ? {...archiveCells(contract, entry, 1), ...ARCHIVE_NOTICE}
        : {...this.#cells(contract, entry, 1), ...NOTICE_CELLS};
    this.file(file).first({cells});
    this.counted.keep({versions: 1, value: 0, original: 0});
  }

  protected write(index: number, of: Procurement, room: number): void {
    const contract = this.#contract(index, of);
    const old = of.awardDay < CURRENT_DAY;
    const refused = this.quirks.one(REFUSED, () => index % SHARED_EVERY !== 0);
    if (refused) {
      const entry: Entry = {number: 0, day: of.awardDay, amount: of.value, total: of.value};
      const key = index % 2 === 0 ? '' : 'Not Applicable';
      const cells = this.#cells(contract, entry, 1);
      this.refuse('current', refused, cells, ['contractNumber-numeroContrat', key]);
      return;
    }
    const shared = room > 1 ? this.quirks.one(SHARED) : null;
    if (shared) {
      const {buyer, ...other} = this.other(index, of);
      const same = {contractNumber: of.contractNumber, buyer: shared === 'two_suppliers' ? of.buyer : buyer};
      for (const one of [contract, this.#contract(-index, {...other, ...same})])
        this.#report(index, one, 'amended', shared);
      return;
    }
    const kinds = old ? [...KINDS, ...OLD_KINDS] : [...KINDS, 'entered_twice' as const];
    const kind = this.quirks.one(kinds);
    const foreign = contract.currency !== 'CAD' && !old;
    const shows = kind ?? (foreign ? `currency ${contract.currency || 'blank'}` : 'plain');
    this.#report(index, contract, kind, shows);
  }

  #report(index: number, contract: Contract, kind: string | null, shows: string): void {
    const versions = this.#versions(index, contract, kind);
    this.#put(contract, versions);
    if (kind !== 'entered_twice') this.#keep(contract, versions, shows);
    else {
      const repeated = versions.entries[1] as Entry;
      this.put('current', {...this.#cells(contract, repeated, versions.entries.length + 1), ...RETITLED});
      this.#keep(contract, versions, shows, 1);
    }
  }

  #contract(index: number, of: Procurement): Contract {
    const draw = random(this.seed, source.slug, index);
    // The archive has no currency column.
    const currency = of.awardDay < CURRENT_DAY ? 'CAD' : this.#currency(draw);
    return {of, name: supplierName(of, draw), currency, draw};
  }

  #currency(draw: Random): string {
    if (this.quirks.due('foreign_currency')) return draw.pick(['EUR', 'USD']);
    return this.quirks.due('currency_blank') ? '' : 'CAD';
  }

  #versions(index: number, {of, draw}: Contract, kind: string | null): Versions {
    const several = ['amended', 'both_files', 'latest_only', 'entered_twice'].includes(kind ?? '');
    const later = several || (kind === 'total_empty' && index % 2 === 0) ? 1 + draw.int(3) : 0;
    const reduces = () => this.quirks.due('negative_amendment');
    const made = entries(draw, {day: of.awardDay, value: of.value, later, reduces});
    const archived = of.awardDay < CURRENT_DAY ? made.length : 0;
    switch (kind) {
      case 'both_files':
        return inBothFiles(made);
      case 'latest_only':
        return {entries: made.slice(-1), archived: Math.min(archived, 1)};
      case 'total_empty':
      case 'entered_twice':
        return {entries: withoutTotals(made), archived};
      case 'total_zero':
        return {entries: made.map((entry) => ({...entry, total: 0})), archived};
      default:
        return {entries: made, archived};
    }
  }

  #put(contract: Contract, {entries: versions, archived}: Versions): void {
    // Every row of the archive carries the total that the contract had when the archive was closed.
    const closing = versions[archived - 1];
    versions.forEach((entry, at) => {
      if (at < archived && closing !== undefined)
        this.put('archive', archiveCells(contract, {...entry, total: closing.total}, archived));
      else this.put('current', this.#cells(contract, entry, versions.length));
    });
  }

  /** `repeated` entries stand in the file twice. */
  #keep(contract: Contract, {entries: versions, archived}: Versions, shows: string, repeated = 0): void {
    const {of, name, currency} = contract;
    const {value, original} = settled(versions, currency);
    const first = versions[0];
    // Amendment rows of the archive are dated by the amendment.
    const day = first && archived > 0 && first.number > 0 ? first.day : of.awardDay;
    const solicitation = archived < versions.length ? of.solicitation : '';
    const rows = versions.length + repeated;
    const shared = SHARED.some((name) => name === shows);
    this.counted.keep({versions: rows, value, original, solicitation: solicitation !== ''});
    this.counted.sample(shows, () => ({
      record_id: shared ? null : recordId('c_', source.slug, [of.contractNumber]),
      earlier_versions: rows - 1,
      fields: {
        event_type: 'contract',
        vendor: name.replace(/\s+/g, ' '),
        department: title(of.buyer),
        value: cad(value),
        date: iso(day),
        procurement_method: methodOf(of).meaning,
        source_dataset: source.label,
        contract_number: of.contractNumber,
        original_value: cad(original),
        currency: currency || null,
        solicitation_number: solicitation || null,
      },
    }));
  }

  #cells({of, name, currency, draw}: Contract, entry: Entry, count: number): Cells {
    return {
      'title-titre-eng': `${of.subject.en} - ${of.place.en}`,
      'title-titre-fra': `${of.subject.fr} - ${of.place.fr}`,
      'referenceNumber-numeroReference': `${of.contractNumber}:${amendmentNumber(entry)}`,
      'amendmentNumber-numeroModification': amendmentNumber(entry),
      'procurementNumber-numeroApprovisionnement': of.contractNumber,
      'solicitationNumber-numeroSollicitation': of.solicitation || draw.pick(['', '', 'Sans objet', 'None']),
      'contractNumber-numeroContrat': of.contractNumber,
      'numberOfRecords-nombreEnregistrements': String(count),
      'publicationDate-datePublication': iso(of.awardDay),
      'contractAwardDate-dateAttributionContrat': iso(of.awardDay),
      'amendmentDate-dateModification': entry.number === 0 ? '' : iso(entry.day),
      'contractStartDate-contratDateDebut': iso(of.awardDay + 7),
      'contractEndDate-dateFinContrat': iso(of.awardDay + 372),
      'contractAmount-montantContrat': twoPlaces(entry.amount),
      'totalContractValue-valeurTotaleContrat': totalText(entry),
      'contractCurrency-contratMonnaie': currency,
      'contractStatus-statutContrat-eng': 'Active',
      'contractStatus-statutContrat-fra': 'Actif',
      'instrumentType-typeInstrument-eng': 'Contract',
      'instrumentType-typeInstrument-fra': 'Contrat',
      ...classification(of, draw),
      ...method(of, this.quirks, draw),
      'supplierStandardizedName-nomNormaliseFournisseur-eng': of.vendor.spellings[3] ?? '',
      'supplierOperatingName-nomCommercialFournisseur-eng': of.vendor.spellings[1] ?? '',
      'supplierEmployeeCount-fournisseurNombreEmployes-eng': '20 to 49 employees',
      ...supplier(of, name, this.quirks.due('french_name_only'), this.quirks, draw),
      ...organizations(of, this.quirks, draw),
      'percentageOfGoodsByCountry-pourcentageDeBiensParPays': '',
      ...contact,
    };
  }
}

/** The first versions stand in the archive, the others in the current file, which begins later. */
function inBothFiles(made: readonly Entry[]): Versions {
  const archived = made.length > 2 ? 2 : 1;
  const moved = (entry: Entry, at: number) => ({...entry, day: Math.max(entry.day, CURRENT_DAY + 10 * at)});
  return {archived, entries: made.map((entry, at) => (at < archived ? entry : moved(entry, at)))};
}

function archiveCells({of, name, draw}: Contract, entry: Entry, count: number): Cells {
  const {buyer, endUsers, subject, vendor} = of;
  const {code, archive: words} = methodOf(of);
  const user = endUsers[0] ?? buyer;
  const limited = code === 'TN';
  return {
    'contract-number': of.contractNumber,
    'amendment-number': amendmentNumber(entry),
    'award-date': iso(entry.day),
    'expiry-date': iso(of.awardDay + 372),
    'contract-value': twoPlaces(entry.amount),
    gsin: subject.gsin,
    'gsin-description_en': subject.en,
    'gsin-description_fr': subject.fr,
    'competitive-tender_en': limited ? 'No' : 'Yes',
    'competitive-tender_fr': limited ? 'Non' : 'Oui',
    'limited-tender-reason': limited ? '71' : '',
    'limited-tender-reason-description_en': limited ? 'Exclusive Rights' : 'N/A',
    'limited-tender-reason-description_fr': limited ? 'Droits exclusifs' : 'N/D',
    'solicitation-procedure': code,
    'solicitation-procedure-description_en': words[0],
    'solicitation-procedure-description_fr': words[1],
    'trade-agreement': '00',
    'trade-agreement-description_en': 'NONE',
    'trade-agreement-description_fr': 'AUCUNE',
    'supplier-standardized-name': vendor.spellings[3] ?? '',
    'supplier-operating-name': vendor.spellings[1] ?? '',
    'supplier-legal-name': name,
    'supplier-address-city': vendor.city,
    'supplier-address-prov-state': vendor.province,
    'supplier-address-postal-code': vendor.postal.replace(' ', ''),
    'supplier-address-country': vendor.country === 'CA' ? 'Canada' : vendor.country,
    'organization-employee-count_en': '5 to 9 employees',
    'organization-employee-count_fr': '5 à 9 employés',
    'total-contract-value': totalText(entry),
    'number-records': String(count),
    'end-user-entity_en': user.en,
    'end-user-entity_fr': user.fr,
    'contracting-entity-office-name_en': draw.pick(['SUPPLY OFFICE', 'BASE  COMPTROLLER']),
    'contracting-entity-office-name_fr': 'N/D',
    'contracting-address-street-1': '1 INVENTED ST',
    'contracting-address-street-2': 'N/A',
    'contracting-address-city': 'OTTAWA',
    'contracting-address-prov-state': 'Ontario',
    'contracting-address-postal-code': 'K1A0A0',
    'contracting-address-country': 'Canada',
    'procurement-entity-name_en': legalTitle(buyer, 'en').replace(/ \([A-Z]+\)$/, ''),
    'procurement-entity-name_fr': legalTitle(buyer, 'fr').replace(/ \([A-Z]+\)$/, ''),
  };
}
