/** Generates the tender notices: the current file and the archive with a row per language. */
import source from '../../../datasets/tenders/sources/canadabuys_tenders.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import type {Cells, FileForm} from '../files/csv.ts';
import {recordId} from '../oracle.ts';
import {type Random, random} from '../prng.ts';
import {type QuirkOf, schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {titleFrom} from '../vocabulary/institutions.ts';
import {notice} from '../vocabulary/texts.ts';
import {classification, contact, legalTitle, method, organizations, starred} from './cells.ts';
import {CANADABUYS, type Language, NOTICE_CELLS, Notices, REFUSED} from './notices.ts';
import {CANADABUYS_DAY, methodOf, type Procurement, procurement} from './procurements.ts';

const [layout, archive] = source.layouts;
if (!layout || !archive) throw new Error('tender notices declare two layouts');

export const TENDER_FORMS: Record<'current' | 'archive', FileForm> = {
  current: {
    ...CANADABUYS,
    name: 'synthetic-tenderNoticeComplete-avisAppelOffresComplet.csv',
    header: layout.header,
  },
  archive: {
    name: 'synthetic-2009-2022-tpsgc-pwgsc_ao-t_e.csv',
    header: archive.header,
    encoding: 'utf-8',
    bom: false,
    end: '\n',
    quoting: 'all',
  },
};

const FIRST_DAY = dayOf('2009-05-04');
const KINDS = ['amended', 'latest_only'] as const;

interface Tender {
  of: Procurement;
  reference: string;
  draw: Random;
}

/** Amendment `number`: it moves the closing day. */
interface State {
  number: number;
  published: number;
  amended: number;
  closing: number;
}

function states({of, draw}: Tender, later: number): State[] {
  const published = of.tenderDay;
  const made: State[] = [];
  for (let number = 0; number <= later; number++) {
    const amended = Math.min(published + 6 * number, REFERENCE_DAY);
    made.push({number, published, amended, closing: published + 25 + 7 * number + draw.int(5)});
  }
  return made;
}

const firstState = (tender: Tender): State => states(tender, 0)[0] as State;

const numberOf = (state: State) => String(state.number).padStart(3, '0');

/** Forms of the reference; that of the sourcing system repeats the solicitation number. */
function referenceOf(index: number, of: Procurement): string {
  if (of.tenderDay < CANADABUYS_DAY)
    return `PW-$$${['HAL', 'ZM', 'PV'][index % 3]}-0${10 + (index % 80)}-${40_000 + index}`;
  const event = of.solicitation.startsWith('WS') ? of.solicitation : `WS${5_600_000_000 + index}`;
  const forms = [
    `${event}-Doc${5_700_000_000 + index}`,
    `cb-${600 + (index % 300)}-${86_000_000 + index}`,
    `MX-${444_000_000_000 + index}`,
    `PW-22-0${1_000_000 + index}`,
  ];
  return forms[index % forms.length] ?? '';
}

export const canadabuys_tenders: Generate = (task) =>
  new Tenders(task, schedule('canadabuys_tenders'), {
    source,
    label: 'tender',
    forms: TENDER_FORMS,
    valued: false,
    records: task.plan.canadabuys_tenders,
    links: task.plan.linked,
    firstDay: FIRST_DAY,
  }).run();

class Tenders extends Notices<keyof typeof TENDER_FORMS, QuirkOf<'canadabuys_tenders'>> {
  protected open(file: keyof typeof TENDER_FORMS, index: number): void {
    const of = procurement(this.seed, 'tender notice', index, {vendors: 1, first: CANADABUYS_DAY + 200});
    if (file === 'archive') of.tenderDay = FIRST_DAY;
    const draw = random(this.seed, source.slug, -1 - index);
    const tender = {of, reference: `synthetic-tender-${index}`, draw};
    const state = firstState(tender);
    if (file === 'archive') this.openLanguages(file, (language) => archiveCells(tender, state, language));
    else this.file(file).first({cells: {...this.#cells(tender, state), ...NOTICE_CELLS}});
    this.counted.keep({versions: 1, value: null, original: null});
  }

  protected write(index: number, of: Procurement): void {
    const tender = {of, reference: referenceOf(index, of), draw: random(this.seed, source.slug, index)};
    if (of.tenderDay < CANADABUYS_DAY) this.#archived(index, tender);
    else this.#modern(tender);
  }

  #modern(tender: Tender): void {
    const refused = this.quirks.one(REFUSED);
    if (refused) {
      const cells = this.#cells(tender, firstState(tender));
      this.refuse('current', refused, cells, ['referenceNumber-numeroReference', '']);
      return;
    }
    const kind = this.quirks.one(KINDS);
    const whole = states(tender, kind === null ? 0 : 1 + tender.draw.int(3));
    const versions = kind === 'latest_only' ? whole.slice(-1) : whole;
    for (const state of versions) this.put('current', this.#cells(tender, state));
    this.#keep(tender, versions, kind ?? 'plain', null);
  }

  #archived(index: number, tender: Tender): void {
    const versions = states(tender, this.quirks.due('legacy_amended') ? 1 : 0);
    const only = this.onlyLanguage(index, versions.length === 1 && this.quirks.due('one_language'));
    for (const state of versions) {
      this.putLanguages('archive', (language) => archiveCells(tender, state, language), only);
    }
    const shows = only ? `archive, only ${only}` : `archive, ${versions.length} states`;
    this.#keep(tender, versions, shows, only);
  }

  #keep(tender: Tender, versions: readonly State[], shows: string, only: Language | null): void {
    const {solicitation, subject, place, buyer, tenderDay} = tender.of;
    const old = tenderDay < CANADABUYS_DAY;
    const last = versions.at(-1);
    const linked = solicitation !== '';
    this.counted.keep({versions: versions.length, value: null, original: null, solicitation: linked});
    this.counted.sample(shows, () => ({
      record_id: recordId('t_', source.slug, [tender.reference]),
      earlier_versions: versions.length - 1,
      fields: {
        event_type: 'tender',
        vendor: null,
        value: null,
        department: titleFrom(buyer, only),
        date: iso(tenderDay),
        closing_date: last ? iso(last.closing) : null,
        description: old ? (only === 'fr' ? subject.fr : subject.en) : `${subject.en}, ${place.en}`,
        procurement_method: old ? null : methodOf(tender.of).meaning,
        source_dataset: source.label,
        solicitation_number: solicitation || null,
        reference_number: tender.reference,
        amendment_number: last ? numberOf(last) : null,
      },
    }));
  }

  #cells({of, reference, draw}: Tender, state: State): Cells {
    const text = notice(draw, of.subject, of.place, this.quirks.due('html_leftover'));
    const time = this.quirks.due('closing_with_zone') ? ' 14:00:00 EDT' : 'T14:00:00';
    const open = state.closing >= REFERENCE_DAY;
    return {
      'title-titre-eng': `${of.subject.en}, ${of.place.en}`,
      'title-titre-fra': `${of.subject.fr}, ${of.place.fr}`,
      'referenceNumber-numeroReference': reference,
      'amendmentNumber-numeroModification': numberOf(state),
      'solicitationNumber-numeroSollicitation':
        of.solicitation || draw.pick(['', '', 'Not applicable', 'N/A']),
      'publicationDate-datePublication': iso(state.published),
      'tenderClosingDate-appelOffresDateCloture': iso(state.closing) + time,
      'amendmentDate-dateModification': state.number === 0 ? '' : iso(state.amended),
      'expectedContractStartDate-dateDebutContratPrevue': iso(of.awardDay),
      'tenderStatus-appelOffresStatut-eng': open ? 'Open' : 'Expired',
      'tenderStatus-appelOffresStatut-fra': open ? 'Ouvert' : 'Expiré',
      ...classification(of, draw),
      ...method(of, this.quirks, draw),
      'regionsOfOpportunity-regionAppelOffres-eng': starred(['Canada']),
      'regionsOfOpportunity-regionAppelOffres-fra': starred(['Canada']),
      ...organizations(of, this.quirks, draw),
      ...contact,
      'noticeURL-URLavis-eng': draw.pick(['', `https://notices.example.invalid/${reference}`]),
      'tenderDescription-descriptionAppelOffres-eng': text.en,
      'tenderDescription-descriptionAppelOffres-fra': text.fr,
    };
  }
}

const DAYTIME = {en: '14:00 Eastern Standard Time (EST)', fr: "14:00 Heure normale de l'Est (HNE)"} as const;

function archiveCells({of, reference}: Tender, state: State, language: Language): Cells {
  const {buyer, endUsers, subject, place} = of;
  const say = (en: string, fr: string) => (language === 'en' ? en : fr);
  return {
    language: say('English', 'Français'),
    title: say(subject.en, subject.fr),
    reference_number: reference,
    solicitation_number: of.solicitation || say('None', 'Aucun'),
    amendment_number: numberOf(state),
    publication_date: iso(state.published),
    date_closing: `${iso(state.closing)} ${DAYTIME[language]}`,
    amendment_date: state.number === 0 ? '' : iso(state.amended),
    publishing_status: say('Expired', 'Expiré'),
    gsin: `${subject.gsin}: ${say(subject.en, subject.fr)}, R019BF: ${say('Advice; plans', 'Conseil; plans')}`,
    region_opportunity: 'Canada',
    region_delivery: `${say(place.region, place.regionFr)}, Ontario`,
    notice_type: 'APM-NPP',
    trade_agreement: say('None', 'Aucune'),
    tendering_procedure: '',
    competitive_procurement_strategy: say('Best Overall  Proposal', 'Meilleure  proposition globale'),
    procurement_entity: legalTitle(buyer, language),
    end_user_entity: legalTitle(endUsers[0] ?? buyer, language),
    description: say(`Work at ${place.en}; "turn-key".`, `Travaux, ${place.fr}; « clés en main ».`),
    access_terms_of_use: say('See the "licence".', 'Voir la « licence ».'),
    contact: 'Invented Contact Person, 613-555-0100',
    document: `https://documents.example.invalid/${state.number}.pdf`,
  };
}
