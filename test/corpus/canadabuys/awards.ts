/** Generates the award notices: 80 columns now, 76 before, and the archive with a row per language. */
import source from '../../../datasets/awards/sources/canadabuys_awards.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import type {Cells, FileForm} from '../files/csv.ts';
import {twoPlaces} from '../money.ts';
import {cad, recordId} from '../oracle.ts';
import {type Random, random} from '../prng.ts';
import {type QuirkOf, schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {title, titleFrom} from '../vocabulary/institutions.ts';
import {NOTICE, notice, trailing} from '../vocabulary/texts.ts';
import {
  classification,
  contact,
  legalTitle,
  method,
  organizations,
  starred,
  supplier,
  supplierName,
} from './cells.ts';
import {amendmentNumber, type Entry, entries, settled, totalText, withoutTotals} from './entries.ts';
import {CANADABUYS, type Language, Notices, REFUSED} from './notices.ts';
import {CANADABUYS_DAY, methodOf, type Procurement, procurement} from './procurements.ts';

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
const KINDS = ['amended', 'both_files', 'latest_only', 'total_empty', 'reference_case'] as const;

/** The description of the first row of a current file. */
const AWARD_NOTICE = {
  'awardDescription-descriptionAttribution-eng': NOTICE.en,
  'awardDescription-descriptionAttribution-fra': NOTICE.fr,
};

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

/** The award under its reference in capitals, or where it has some in small letters. */
function inOtherCase(award: Award): Award {
  const small = award.reference.toLowerCase();
  return {...award, reference: small === award.reference ? small.toUpperCase() : small};
}

export const canadabuys_awards: Generate = (task) =>
  new Awards(task, schedule('canadabuys_awards'), {
    source,
    label: 'award',
    forms: AWARD_FORMS,
    valued: true,
    records: task.plan.canadabuys_awards,
    links: task.plan.linked,
    firstDay: FIRST_DAY,
  }).run();

class Awards extends Notices<keyof typeof AWARD_FORMS, QuirkOf<'canadabuys_awards'>> {
  protected open(file: keyof typeof AWARD_FORMS, index: number): void {
    const of = procurement(this.seed, 'award notice', index, {vendors: 1, first: CANADABUYS_DAY});
    if (file === 'archive') of.awardDay = FIRST_DAY;
    const award = {...this.#award(-1 - index, of, `synthetic-award-${index}`), currency: 'CAD'};
    const entry: Entry = {number: 0, day: of.awardDay, amount: 0, total: 0};
    if (file === 'archive') this.openLanguages(file, (language) => archiveCells(award, entry, language));
    else this.file(file).first({cells: {...this.#cells(award, entry), ...AWARD_NOTICE}});
    this.counted.keep({versions: 1, value: 0, original: 0});
  }

  protected write(index: number, of: Procurement, room: number): void {
    const award = this.#award(index, of);
    if (room > 1 && this.quirks.due('two_contracts')) {
      const other = this.#award(index, {...this.other(index, of), buyer: of.buyer}, award.reference);
      for (const one of [award, other]) this.#keepShared(one);
    } else if (of.awardDay < CANADABUYS_DAY) this.#archived(index, award);
    else this.#modern(index, award);
  }

  /** One of the contracts that a notice lists. */
  #keepShared(award: Award): void {
    const {of} = award;
    const entry: Entry = {number: 0, day: of.awardDay, amount: of.value, total: of.value};
    if (of.awardDay >= CANADABUYS_DAY) {
      this.put('current', this.#cells(award, entry));
      this.#keep(award, [entry], 'two_contracts');
    } else {
      this.putLanguages('archive', (language) => archiveCells(award, entry, language), null);
      this.#keepArchived(award, [entry], null, 'two_contracts');
    }
  }

  #award(index: number, of: Procurement, reference?: string): Award {
    const draw = random(this.seed, source.slug, index);
    const old = `PW-$$${['ZT', 'XL', 'HN'][index % 3]}-0${10 + (index % 80)}-${20_000 + index}`;
    const currency = this.#currency(draw);
    const numbered = of.awardDay < CANADABUYS_DAY ? old : referenceOf(index, of);
    return {of, reference: reference ?? numbered, name: supplierName(of, draw), currency, draw};
  }

  #currency(draw: Random): string {
    if (this.quirks.due('foreign_currency')) return draw.pick(['EUR', 'USD']);
    return this.quirks.due('currency_blank') ? '' : 'CAD';
  }

  #modern(index: number, award: Award): void {
    const {of} = award;
    const kind = this.quirks.one([...KINDS, ...REFUSED]);
    const versions = this.#versions(index, award, kind);
    const refused = REFUSED.find((one) => one === kind);
    if (refused) {
      const [first] = versions;
      const key = ['referenceNumber-numeroReference', ''] as const;
      if (first) this.refuse('current', refused, this.#cells(award, first), key);
      return;
    }
    const older = kind === null && of.awardDay <= OLDER_UNTIL && index % 2 === 0;
    versions.forEach((entry, at) => {
      const first = kind === 'both_files' && at === 0;
      const named = kind === 'reference_case' && at > 0 ? inOtherCase(award) : award;
      this.put(first || older ? 'older' : 'current', this.#cells(named, entry));
    });
    const plain = award.currency === 'CAD' ? 'plain' : `currency ${award.currency || 'blank'}`;
    this.#keep(award, versions, kind ?? plain);
  }

  /** The versions of an award that a file shows. */
  #versions(index: number, {of, draw}: Award, kind: string | null): Entry[] {
    const several =
      ['amended', 'both_files', 'latest_only', 'reference_case'].includes(kind ?? '') || index % 2 === 0;
    const later = kind === null || !several ? 0 : 1 + draw.int(3);
    const reduces = () => this.quirks.due('negative_amendment');
    const whole = entries(draw, {day: of.awardDay, value: of.value, later, reduces});
    const versions = kind === 'latest_only' ? whole.slice(-1) : whole;
    const empty = kind === 'total_empty' || (kind === 'latest_only' && index % 3 === 0);
    return empty ? withoutTotals(versions) : versions;
  }

  #archived(index: number, award: Award): void {
    const {of, draw} = award;
    const later = this.quirks.due('legacy_amended') ? 1 : 0;
    const states = entries(draw, {day: of.awardDay, value: of.value, later, reduces: () => false});
    // The archive writes the whole value on every state.
    const versions = states.map((entry) => ({...entry, amount: entry.total ?? 0}));
    const only = this.onlyLanguage(index, later === 0 && this.quirks.due('one_language'));
    if (only === 'fr' && this.quirks.due('french_only_foreign')) award.currency = 'EUR';
    for (const entry of versions) {
      this.putLanguages('archive', (language) => archiveCells(award, entry, language), only);
    }
    this.#keepArchived(award, versions, only);
  }

  #keep(award: Award, versions: readonly Entry[], shows: string): void {
    const {of, reference, name, currency} = award;
    const {value, original} = settled(versions, currency);
    this.counted.keep({versions: versions.length, value, original, solicitation: of.solicitation !== ''});
    this.counted.sample(shows, () => ({
      record_id: shows === 'two_contracts' ? null : recordId('a_', source.slug, [reference]),
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
        reference_number: shows === 'reference_case' ? inOtherCase(award).reference : reference,
        contract_number: of.contractNumber,
        original_value: cad(original),
        currency: currency || null,
      },
    }));
  }

  #keepArchived(
    award: Award,
    versions: readonly Entry[],
    only: Language | null,
    lie?: 'two_contracts',
  ): void {
    const {of, reference, currency} = award;
    const {value} = settled(versions.slice(-1), currency);
    const {original} = settled(versions, currency);
    const shows =
      lie ?? (only ? `archive, only ${only}` : versions.length > 1 ? 'archive, amended' : 'archive');
    this.counted.keep({versions: versions.length, value, original, solicitation: of.solicitation !== ''});
    this.counted.sample(shows, () => ({
      record_id: lie ? null : recordId('a_', source.slug, [reference]),
      earlier_versions: versions.length - 1,
      fields: {
        vendor: (award.name.split(',')[0] ?? '').replace(/\s+/g, ' ').trim(),
        department: titleFrom(of.buyer, only),
        value: cad(value),
        original_value: cad(original),
        date: iso(of.awardDay),
        description: only === 'fr' ? of.subject.fr : of.subject.en,
        description_fr: only === 'en' ? null : of.subject.fr,
        solicitation_number: of.solicitation || null,
        contract_number: of.contractNumber,
        currency: currency || null,
      },
    }));
  }

  #cells({of, reference, name, currency, draw}: Award, entry: Entry): Cells {
    const text = draw.chance(0.6)
      ? notice(draw, of.subject, of.place, this.quirks.due('html_leftover'))
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
      ...method(of, this.quirks, draw),
      ...supplier(of, name, this.quirks.due('french_name_only'), this.quirks, draw),
      ...organizations(of, this.quirks, draw),
      ...contact,
      'awardDescription-descriptionAttribution-eng': text.en,
      'awardDescription-descriptionAttribution-fra': text.fr,
    };
  }
}

function archiveCells({of, reference, name, currency}: Award, entry: Entry, language: Language): Cells {
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
