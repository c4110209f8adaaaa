/** Bills in the XML that LEGISinfo served until 2021: stages as codes, readings among the events. */
import {iso} from '../dates.ts';
import {tabled} from '../lists.ts';
import {newestPrint, sponsorNumber} from './bill_pages.ts';
import {type Bill, type Step, typeOf} from './bills.ts';
import {COMMENT, escaped} from './markup.ts';
import {fullName, partyOn} from './people.ts';

/** Names of the events by step. */
const EVENTS: Record<Step, readonly [string, string]> = Object.fromEntries(
  tabled(`
    House first | Introduction and First Reading | Dépôt et première lecture
    House second | Second Reading and Referral to Committee | Deuxième lecture et renvoi à un comité
    House committee | Committee Reporting the Bill without Amendment | Rapport du comité sans amendement
    House report | Concurrence at Report Stage | Adoption à l'étape du rapport
    House third | Third Reading | Troisième lecture
    Senate first | First Reading | Première lecture
    Senate second | Second Reading | Deuxième lecture
    Senate committee | Committee Reporting the Bill without Amendment | Rapport du comité sans amendement
    Senate report | Adoption of Committee Report | Adoption du rapport du comité
    Senate third | Third Reading | Troisième lecture
    assent | Royal Assent | Sanction royale
  `).map(([step, en = '', fr = '']) => [step, [en, fr]]),
) as unknown as Record<Step, readonly [string, string]>;

/** Code of the stage that a bill has reached; blank where nothing happened since the first. */
function stageOf({end, steps}: Bill): string {
  if (end === 'assent') return 'RoyalAssentGiven';
  if (end === 'defeated') return 'BillDefeated';
  if (end === 'dropped') return 'WillNotBeProceededWith';
  const last = steps.at(-1)?.step;
  return last === 'House second' ? 'HouseInCommittee' : last === 'Senate second' ? 'SenateInCommittee' : '';
}

const titles = (name: string, en: string, fr: string): string =>
  `<${name}><Title language="en">${escaped(en)}</Title><Title language="fr">${escaped(fr)}</Title></${name}>`;

/** The archived copy of a session. */
export const archivedBills = (all: readonly Bill[]): string =>
  `\ufeff<?xml version="1.0" encoding="utf-8"?>${COMMENT}<Bills>${all.map(archived).join('')}</Bills>`;

function archived(bill: Bill): string {
  const [prefix, number] = bill.code.split('-');
  const [first] = bill.steps;
  const person = bill.sponsor;
  const party = partyOn(person, first?.day ?? 0);
  const events = bill.steps.map(({step, day}, i) => {
    const chamber = step.startsWith('Senate') || step === 'assent' ? 'SEN' : 'HOC';
    const status = titles('Status', ...EVENTS[step]);
    return `<Event id="${bill.id + i}" chamber="${chamber}" date="${iso(day)}" meetingNumber="${i + 2}"><Committee><CommitteeMeetings /></Committee>${status}<Description /></Event>`;
  });
  const publication = newestPrint(bill);
  const publications =
    publication === null
      ? '<Publications />'
      : `<Publications><Publication id="${publication}">${titles('Label', 'First Reading', 'Première lecture')}</Publication></Publications>`;
  return [
    `<Bill id="${bill.id}" lastUpdated="${iso(bill.session.to)}T17:46:34">`,
    `<BillIntroducedDate>${iso(first?.day ?? 0)}T15:50:03</BillIntroducedDate>`,
    `<ParliamentSession parliamentNumber="${bill.session.parliament}" sessionNumber="${bill.session.number}" />`,
    `<BillNumber prefix="${prefix}" number="${number}" />`,
    titles('BillTitle', bill.titles.longEn, bill.titles.longFr),
    titles('ShortTitle', bill.titles.shortEn, bill.titles.shortFr),
    titles('BillType', typeOf(bill.type)[1], typeOf(bill.type)[2]),
    `<SponsorAffiliation id="214296"><Title language="en">Member</Title><Person id="${sponsorNumber(person)}" Gender="${person.name.gender}"><FullName>${escaped(fullName(person))}</FullName></Person>`,
    `${party ? titles('PoliticalParty', party.short, party.shortFr) : ''}</SponsorAffiliation>`,
    '<Statute><Year>0</Year><Chapter>0</Chapter></Statute>',
    publications,
    `<Events laagCurrentStage="${stageOf(bill)}"><LegislativeEvents>${events.join('')}</LegislativeEvents></Events>`,
    '</Bill>',
  ].join('');
}
