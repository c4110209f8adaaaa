/** Generates the contract history: the current file of CanadaBuys and the archive of buyandsell.gc.ca. */
import source from '../datasets/contracts/sources/canadabuys_contracts.ts';
import {
  CANADABUYS,
  classification,
  contact,
  legalTitle,
  method,
  organizations,
  supplier,
  supplierName,
} from './canadabuys.ts';
import {type Cells, createCsv, type FileForm, type Row} from './csv.ts';
import {dayOf, iso} from './dates.ts';
import {amendmentNumber, type Entry, entries, settled, totalText, withoutTotals} from './entries.ts';
import {title} from './institutions.ts';
import {twoPlaces} from './money.ts';
import {cad, oracle, recordId} from './oracle.ts';
import {linkOf} from './plan.ts';
import {type Random, random} from './prng.ts';
import {methodOf, type Procurement, procurement} from './procurements.ts';
import {schedule} from './quirks.ts';
import {closeAll, fill, type Generate} from './task.ts';
import {NOTICE} from './texts.ts';

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
const REFUSED = ['cell_too_many', 'cell_too_few', 'no_reference'] as const;
const OLD_KINDS = ['both_files', 'total_zero'] as const;

interface Contract {
  of: Procurement;
  name: string;
  currency: string;
  draw: Random;
}

export const canadabuys_contracts: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule('canadabuys_contracts');
  const counted = oracle({slug: source.slug, dataset: source.dataset, label: source.label, valued: true});
  const current = await createCsv(folder, HISTORY_FORMS.current, seed);
  const legacy = await createCsv(folder, HISTORY_FORMS.archive, seed);
  const target = plan.canadabuys_contracts;

  const cells = ({of, name, currency, draw}: Contract, entry: Entry, count: number): Cells => ({
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
    ...method(of, quirks, draw),
    'supplierStandardizedName-nomNormaliseFournisseur-eng': of.vendor.spellings[3] ?? '',
    'supplierOperatingName-nomCommercialFournisseur-eng': of.vendor.spellings[1] ?? '',
    'supplierEmployeeCount-fournisseurNombreEmployes-eng': '20 to 49 employees',
    ...supplier(of, name, quirks.due('french_name_only'), quirks, draw),
    ...organizations(of, quirks, draw),
    'percentageOfGoodsByCountry-pourcentageDeBiensParPays': '',
    ...contact,
  });

  const write = (contract: Contract, versions: readonly Entry[], inArchive: number) => {
    // every row of the archive carries the total that the contract had when the archive was closed
    const closing = versions[inArchive - 1];
    versions.forEach((entry, i) => {
      const old = i < inArchive && closing !== undefined;
      const row = {
        cells: old
          ? archiveCells(contract, {...entry, total: closing.total}, inArchive)
          : cells(contract, entry, versions.length),
      };
      const file = old ? legacy : current;
      file.add(row);
      if (quirks.due('duplicate')) {
        file.add(row);
        counted.merge('duplicate');
      }
    });
  };

  const keep = (contract: Contract, versions: readonly Entry[], shows: string, inArchive: number) => {
    const {of, name, currency} = contract;
    const {value, original} = settled(versions, currency);
    const first = versions[0];
    // amendment rows of the archive are dated by the amendment
    const day = first && inArchive > 0 && first.number > 0 ? first.day : of.awardDay;
    counted.keep({
      versions: versions.length,
      value,
      original,
      solicitation: of.solicitation !== '' && inArchive < versions.length,
    });
    counted.sample(shows, () => ({
      record_id: recordId('c_', source.slug, [of.contractNumber]),
      earlier_versions: versions.length - 1,
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
        solicitation_number: inArchive < versions.length ? of.solicitation || null : null,
      },
    }));
  };

  const refuse = (kind: (typeof REFUSED)[number], contract: Contract, index: number) => {
    const {of} = contract;
    const row: Row = {
      cells: cells(contract, {number: 0, day: of.awardDay, amount: of.value, total: of.value}, 1),
    };
    if (kind === 'cell_too_many') row.change = (inOrder) => [...inOrder, 'see attached'];
    if (kind === 'cell_too_few') row.change = (inOrder) => inOrder.slice(0, -1);
    if (kind === 'no_reference') {
      row.cells['contractNumber-numeroContrat'] = index % 2 === 0 ? '' : 'Not Applicable';
    }
    current.add(row);
    counted.reject(row.change ? 'ragged' : 'missing');
  };

  const unit = (index: number, contract: Contract) => {
    const {of, draw} = contract;
    const old = of.awardDay < CURRENT_DAY;
    const refused = quirks.one(REFUSED);
    if (refused) return refuse(refused, contract, index);
    const kind = quirks.one(old ? [...KINDS, ...OLD_KINDS] : KINDS);
    const several = kind === 'amended' || kind === 'both_files' || kind === 'latest_only';
    const later = several || (kind === 'total_empty' && index % 2 === 0) ? 1 + draw.int(3) : 0;
    const reduces = () => quirks.due('negative_amendment');
    let versions = entries(draw, {day: of.awardDay, value: of.value, later, reduces});
    let inArchive = old ? versions.length : 0;
    if (kind === 'both_files') {
      inArchive = versions.length > 2 ? 2 : 1;
      versions = versions.map((entry, i) =>
        i < inArchive ? entry : {...entry, day: Math.max(entry.day, CURRENT_DAY + 10 * i)},
      );
    }
    if (kind === 'latest_only') {
      versions = versions.slice(-1);
      inArchive = Math.min(inArchive, 1);
    }
    if (kind === 'total_empty') versions = withoutTotals(versions);
    if (kind === 'total_zero') versions = versions.map((entry) => ({...entry, total: 0}));
    write(contract, versions, inArchive);
    const foreign = contract.currency !== 'CAD' && inArchive === 0;
    keep(
      contract,
      versions,
      kind ?? (foreign ? `currency ${contract.currency || 'blank'}` : 'plain'),
      inArchive,
    );
  };

  const contractOf = (index: number, of: Procurement): Contract => {
    const draw = random(seed, source.slug, index);
    let currency = 'CAD';
    // the archive has no currency column
    if (of.awardDay >= CURRENT_DAY) {
      if (quirks.due('foreign_currency')) currency = draw.pick(['EUR', 'USD']);
      else if (quirks.due('currency_blank')) currency = '';
    }
    return {of, name: supplierName(of, draw), currency, draw};
  };

  [current, legacy].forEach((file, index) => {
    const of = procurement(seed, 'contract notice', index, {vendors: 1, first: CURRENT_DAY});
    if (file === legacy) of.awardDay = FIRST_DAY;
    const contract = {
      ...contractOf(-1 - index, {...of, contractNumber: `SYNTHETIC-${index}`}),
      currency: 'CAD',
    };
    const entry: Entry = {number: 0, day: of.awardDay, amount: 0, total: 0};
    if (file === legacy) {
      const row = archiveCells(contract, entry, 1);
      file.first({cells: {...row, 'gsin-description_en': NOTICE.en, 'gsin-description_fr': NOTICE.fr}});
    } else {
      const said = {
        'tenderDescription-descriptionAppelOffres-eng': NOTICE.en,
        'tenderDescription-descriptionAppelOffres-fra': NOTICE.fr,
      };
      file.first({cells: {...cells(contract, entry, 1), ...said}});
    }
    counted.keep({versions: 1, value: 0, original: 0});
  });

  await fill(task, {slug: source.slug, target, oracle: counted, files: [current, legacy]}, (index) => {
    const link = linkOf(index, target, plan.contracts_linked);
    const own = {vendors: plan.vendors, first: FIRST_DAY};
    const of =
      link === null
        ? procurement(seed, 'contract', index, own)
        : procurement(seed, 'link', link, {vendors: plan.vendors});
    unit(index, contractOf(index, of));
  });
  return counted.expected(await closeAll([current, legacy]), quirks.counts());
};

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
