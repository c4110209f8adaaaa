/** Generates the award notices: 80 columns now, 76 before, and the archive with a row per language. */
import source from '../datasets/awards/sources/canadabuys_awards.ts';
import {
  CANADABUYS,
  classification,
  contact,
  legalTitle,
  method,
  organizations,
  starred,
  supplier,
  supplierName,
} from './canadabuys.ts';
import {type Cells, type CsvFile, createCsv, type FileForm, type Row} from './csv.ts';
import {dayOf, iso, REFERENCE_DAY} from './dates.ts';
import {amendmentNumber, type Entry, entries, settled, totalText, withoutTotals} from './entries.ts';
import {title, titleFrom} from './institutions.ts';
import {twoPlaces} from './money.ts';
import {cad, oracle, recordId} from './oracle.ts';
import {linkOf} from './plan.ts';
import {type Random, random} from './prng.ts';
import {CANADABUYS_DAY, methodOf, type Procurement, procurement} from './procurements.ts';
import {schedule} from './quirks.ts';
import {closeAll, fill, type Generate} from './task.ts';
import {NOTICE, notice, trailing} from './texts.ts';

const [layout, archive] = source.layouts;
if (!layout || !archive) throw new Error('award notices declare two layouts');

/** The four columns of the re-structuring of 2026. */
const SINCE_2026 = /^(instrumentType|amendmentType)-/;

export const AWARD_FORMS: Record<'current' | 'older' | 'archive', FileForm> = {
  current: {
    ...CANADABUYS,
    name: 'synthetic-awardNoticeComplete-avisAttributionComplet.csv',
    header: layout.header,
  },
  older: {
    ...CANADABUYS,
    name: 'synthetic-2022-2024-awardNotice-avisAttribution.csv',
    header: layout.header.filter((name) => !SINCE_2026.test(name)),
  },
  archive: {
    name: 'synthetic-2012-2022-tpsgc-pwgsc_aa-a.csv',
    header: archive.header,
    encoding: 'windows-1252',
    bom: false,
    end: '\n',
    quoting: 'all',
  },
};

const FIRST_DAY = dayOf('2012-01-09');
const OLDER_UNTIL = dayOf('2024-03-31');
const KINDS = ['amended', 'both_files', 'latest_only', 'total_empty'] as const;
const REFUSED = ['cell_too_many', 'cell_too_few', 'no_reference'] as const;

interface Award {
  of: Procurement;
  reference: string;
  name: string;
  currency: string;
  draw: Random;
}

/** Forms of the reference; a colon stands for the slash of a contract number, and has no page. */
function referenceOf(index: number, of: Procurement): string {
  const forms = [
    `CW${3_000_000 + index}`,
    `cb-${100 + (index % 900)}-${94_000_000 + index}`,
    `PW-22-0${1_000_000 + index}-${1_010_000 + index}`,
    `W${2_000}-${100_000 + index}:001:${of.place.region.slice(0, 2).toUpperCase()}`,
  ];
  return forms[index % forms.length] ?? '';
}

export const canadabuys_awards: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule('canadabuys_awards');
  const counted = oracle({slug: source.slug, dataset: source.dataset, label: source.label, valued: true});
  const current = await createCsv(folder, AWARD_FORMS.current, seed);
  const older = await createCsv(folder, AWARD_FORMS.older, seed);
  const legacy = await createCsv(folder, AWARD_FORMS.archive, seed);
  const target = plan.canadabuys_awards;

  const cells = ({of, reference, name, currency, draw}: Award, entry: Entry): Cells => {
    const text = draw.chance(0.6)
      ? notice(draw, of.subject, of.place, quirks.due('html_leftover'))
      : {en: '', fr: ''};
    const active = draw.chance(0.5);
    return {
      'title-titre-eng': `${of.subject.en}, ${of.place.en}`,
      'title-titre-fra': `${of.subject.fr}, ${of.place.fr}`,
      'referenceNumber-numeroReference': reference,
      'amendmentNumber-numeroModification': amendmentNumber(entry),
      'solicitationNumber-numeroSollicitation':
        of.solicitation || draw.pick(['', '', 'Not Applicable', 'None']),
      'contractNumber-numeroContrat': of.contractNumber,
      'publicationDate-datePublication': iso(Math.min(of.awardDay + 5, REFERENCE_DAY)),
      'contractAwardDate-dateAttributionContrat': iso(of.awardDay),
      'amendmentDate-dateModification': entry.number === 0 ? '' : iso(entry.day),
      'contractStartDate-contratDateDebut': draw.chance(0.7) ? iso(of.awardDay + 7) : '',
      'contractEndDate-dateFinContrat': draw.chance(0.7) ? iso(of.awardDay + 372) : '',
      'contractAmount-montantContrat': twoPlaces(entry.amount),
      'totalContractValue-valeurTotaleContrat': totalText(entry),
      'contractCurrency-contratMonnaie': currency,
      'awardStatus-attributionStatut-eng': active ? 'Active' : 'Expired',
      'awardStatus-attributionStatut-fra': active ? 'Actif' : 'Expiré',
      'instrumentType-typeInstrument-eng': 'Contract',
      'instrumentType-typeInstrument-fra': 'Contrat',
      'amendmentType-typeModification-eng': entry.number === 0 ? '' : 'Amendment',
      'amendmentType-typeModification-fra': entry.number === 0 ? '' : 'Modification',
      ...classification(of, draw),
      ...method(of, quirks, draw),
      ...supplier(of, name, quirks.due('french_name_only'), quirks, draw),
      ...organizations(of, quirks, draw),
      ...contact,
      'awardDescription-descriptionAttribution-eng': text.en,
      'awardDescription-descriptionAttribution-fra': text.fr,
    };
  };

  const keep = (award: Award, versions: readonly Entry[], shows: string) => {
    const {of, reference, name, currency} = award;
    const {value, original} = settled(versions, currency);
    counted.keep({versions: versions.length, value, original, solicitation: of.solicitation !== ''});
    counted.sample(shows, () => ({
      record_id: recordId('a_', source.slug, [reference]),
      earlier_versions: versions.length - 1,
      fields: {
        event_type: 'award',
        vendor: name.replace(/\s+/g, ' '),
        department: title(of.buyer),
        value: cad(value),
        date: iso(of.awardDay),
        description: `${of.subject.en}, ${of.place.en}`,
        description_fr: `${of.subject.fr}, ${of.place.fr}`,
        procurement_method: methodOf(of).meaning,
        source_dataset: source.label,
        solicitation_number: of.solicitation || null,
        reference_number: reference,
        contract_number: of.contractNumber,
        original_value: cad(original),
        currency: currency || null,
      },
    }));
  };

  const modern = (index: number, award: Award) => {
    const {of, draw} = award;
    const kind = quirks.one([...KINDS, ...REFUSED]);
    const recent = of.awardDay > OLDER_UNTIL;
    const several = kind === 'amended' || kind === 'both_files' || kind === 'latest_only' || index % 2 === 0;
    const later = kind === null || !several ? 0 : 1 + draw.int(3);
    const whole = entries(draw, {
      day: of.awardDay,
      value: of.value,
      later,
      reduces: () => quirks.due('negative_amendment'),
    });
    let versions = whole;
    if (kind === 'latest_only') versions = whole.slice(-1);
    if (kind === 'total_empty' || (kind === 'latest_only' && index % 3 === 0))
      versions = withoutTotals(versions);
    if (kind !== null && REFUSED.some((one) => one === kind)) return refuse(kind, award, whole);
    versions.forEach((entry, i) => {
      const first = kind === 'both_files' && i === 0;
      const file = first || (kind === null && !recent && index % 2 === 0) ? older : current;
      const row = {cells: cells(award, entry)};
      file.add(row);
      if (quirks.due('duplicate')) {
        file.add(row);
        counted.merge('duplicate');
      }
    });
    keep(
      award,
      versions,
      kind ?? (award.currency === 'CAD' ? 'plain' : `currency ${award.currency || 'blank'}`),
    );
  };

  const refuse = (kind: string, award: Award, versions: readonly Entry[]) => {
    const [entry] = versions;
    if (!entry) return;
    const row: Row = {cells: cells(award, entry)};
    if (kind === 'cell_too_many') row.change = (inOrder) => [...inOrder, 'see attached'];
    if (kind === 'cell_too_few') row.change = (inOrder) => inOrder.slice(0, -1);
    if (kind === 'no_reference') row.cells['referenceNumber-numeroReference'] = '';
    current.add(row);
    counted.reject(row.change ? 'ragged' : 'missing');
  };

  const bothLanguages = (award: Award, entry: Entry, only: 'en' | 'fr' | null) => {
    const rows = (['en', 'fr'] as const).filter((one) => only === null || one === only);
    legacy.add(...rows.map((language) => ({cells: archiveCells(award, entry, language)})));
    counted.merge('language', rows.length - 1);
  };

  const archived = (index: number, award: Award) => {
    const {of, draw} = award;
    const later = quirks.due('legacy_amended') ? 1 : 0;
    const versions = entries(draw, {day: of.awardDay, value: of.value, later, reduces: () => false}).map(
      (entry) => ({
        ...entry,
        // the archive writes the whole value on every state
        amount: entry.total ?? 0,
      }),
    );
    const only = later === 0 && quirks.due('one_language') ? (index % 2 === 0 ? 'en' : 'fr') : null;
    if (only === 'fr' && quirks.due('french_only_foreign')) award.currency = 'EUR';
    for (const entry of versions) bothLanguages(award, entry, only);
    const {value} = settled(versions.slice(-1), award.currency);
    const original = settled(versions, award.currency).original;
    const name = (award.name.split(',')[0] ?? '').replace(/\s+/g, ' ').trim();
    counted.keep({versions: versions.length, value, original, solicitation: of.solicitation !== ''});
    counted.sample(only ? `archive, only ${only}` : later ? 'archive, amended' : 'archive', () => ({
      record_id: recordId('a_', source.slug, [award.reference]),
      earlier_versions: versions.length - 1,
      fields: {
        vendor: name,
        department: titleFrom(of.buyer, only),
        value: cad(value),
        original_value: cad(original),
        date: iso(of.awardDay),
        description: only === 'fr' ? of.subject.fr : of.subject.en,
        description_fr: only === 'en' ? null : of.subject.fr,
        solicitation_number: of.solicitation || null,
        contract_number: of.contractNumber,
        currency: award.currency || null,
      },
    }));
  };

  const awardOf = (index: number, of: Procurement, reference?: string): Award => {
    const draw = random(seed, source.slug, index);
    const currency = quirks.due('foreign_currency')
      ? draw.pick(['EUR', 'USD'])
      : quirks.due('currency_blank')
        ? ''
        : 'CAD';
    const old = `PW-$$${['ZT', 'XL', 'HN'][index % 3]}-0${10 + (index % 80)}-${20_000 + index}`;
    const numbered = of.awardDay < CANADABUYS_DAY ? old : referenceOf(index, of);
    return {of, reference: reference ?? numbered, name: supplierName(of, draw), currency, draw};
  };

  const opening = (file: CsvFile, index: number) => {
    const of = procurement(seed, 'award notice', index, {vendors: 1, first: CANADABUYS_DAY});
    if (file === legacy) of.awardDay = FIRST_DAY;
    const award = {...awardOf(-1 - index, of, `synthetic-award-${index}`), currency: 'CAD'};
    const entry: Entry = {number: 0, day: of.awardDay, amount: 0, total: 0};
    if (file === legacy) {
      file.first({cells: {...archiveCells(award, entry, 'en'), description: NOTICE.en}});
      file.first({cells: {...archiveCells(award, entry, 'fr'), description: NOTICE.fr}});
      counted.merge('language');
    } else {
      file.first({
        cells: {
          ...cells(award, entry),
          'awardDescription-descriptionAttribution-eng': NOTICE.en,
          'awardDescription-descriptionAttribution-fra': NOTICE.fr,
        },
      });
    }
    counted.keep({versions: 1, value: 0, original: 0});
  };
  [current, older, legacy].forEach(opening);

  await fill(task, {slug: source.slug, target, oracle: counted, files: [current, older, legacy]}, (index) => {
    const link = linkOf(index, target, plan.linked);
    const own = {vendors: plan.vendors, first: FIRST_DAY};
    const of =
      link === null
        ? procurement(seed, 'award', index, own)
        : procurement(seed, 'link', link, {vendors: plan.vendors});
    const award = awardOf(index, of);
    if (of.awardDay < CANADABUYS_DAY) archived(index, award);
    else modern(index, award);
  });
  return counted.expected(await closeAll([current, older, legacy]), quirks.counts());
};

function archiveCells({of, reference, name, currency}: Award, entry: Entry, language: 'en' | 'fr'): Cells {
  const english = language === 'en';
  const {buyer, vendor, subject, place} = of;
  const say = (en: string, fr: string) => (english ? en : fr);
  return {
    language: say('English', 'Français'),
    procurement_entity_name: legalTitle(buyer, language),
    title: trailing(say(subject.en, subject.fr)),
    reference_number: reference,
    solicitation_number: of.solicitation || say('None', 'Aucun'),
    contract_sequence_number: '001',
    contract_number: of.contractNumber,
    publishing_status: say('Active', 'Actif'),
    award_date: iso(of.awardDay),
    publication_date: iso(Math.min(of.awardDay + 3, REFERENCE_DAY)),
    amendment_date: entry.number === 0 ? '' : iso(entry.day),
    gsin: `${subject.gsin}: ${say(subject.en, subject.fr)}`,
    contract_award_procedure: say(...methodOf(of).archive),
    tendering_procedure: say(
      'All interested suppliers may submit a bid',
      'Tous les fournisseurs peuvent soumissionner',
    ),
    procurement_entity: legalTitle(buyer, language),
    end_user_entity: legalTitle(of.endUsers[0] ?? buyer, language),
    customer_info: starred([place.en]),
    description: say(`Work at ${place.en}.`, `Travaux, ${place.fr}.`),
    access_terms_of_use: say('See the licence.', "Voir l’autorisation d'utilisation."),
    supplier_info: [name, '4 Quay Street', vendor.city, vendor.province, vendor.postal, vendor.country].join(
      ', ',
    ),
    currency,
    contract_value: twoPlaces(entry.amount),
  };
}
