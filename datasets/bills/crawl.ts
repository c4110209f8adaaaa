/** Pages of LEGISinfo: the list of each session, every bill in it, and the texts of the newer ones. */
import {sessionsSince} from '../codes/sessions.ts';
import {PARL} from '../publishers/licences.ts';
import type {CrawlPage} from '../types.ts';

const LEGISINFO = `${PARL}/legisinfo/en`;
const SESSION = '{ParliamentNumber}-{SessionNumber}';

/** Lists of the sessions with full details. */
const lists: CrawlPage = {
  kind: 'list',
  seeds: sessionsSince('37-1'),
  name: 'list/{session}',
  url: `${LEGISINFO}/bills/json?parlsession={session}`,
  mustMatch: /^\s*\[/,
};

/** The detail of a bill: `number` names its number in the layout of the list. */
const bill = (of: Pick<CrawlPage, 'from' | 'changeStamp'>, number: string): CrawlPage => ({
  kind: 'bill',
  ...of,
  name: `bill/${SESSION}/{${number}}`,
  url: `${LEGISINFO}/bill/${SESSION}/{${number}:lower}/json`,
  mustMatch: /^\s*\[/,
  mayBeMissing: true,
});

/** From the 44th Parliament on: older texts would be most of the bytes, for summaries alone. */
const WITH_TEXTS = {column: 'ParliamentNumber', pattern: /^(?:4[4-9]|[5-9]\d)$/};
/** Folder by the type of the bill; one without a type stands in none that is known. */
const FOLDERS = {Government: /Government/, Private: /^(?!.*Government).*\S/};

/**
 * The first print, which every bill but a pro forma one has. The publisher answers an address that it does not know
 * with a page in HTML; of the two folders a bill stands in one.
 */
const text = (language: 'E' | 'F', folder: keyof typeof FOLDERS): CrawlPage => ({
  kind: 'text',
  from: {
    layout: 'bill',
    when: [WITH_TEXTS, {column: 'BillDocumentTypeNameEn', pattern: FOLDERS[folder]}],
  },
  name: `text/${SESSION}/{NumberCode}/${language}`,
  url: `${PARL}/Content/Bills/{ParliamentNumber}{SessionNumber}/${folder}/{NumberCode}/{NumberCode}_1/{NumberCode}_${language}.xml`,
  // A print is never changed.
  changeStamp: 'NumberCode',
  mustMatch: /<Bill[\s>]/,
  mayBeMissing: /<html/i,
});

export const pages: readonly CrawlPage[] = [
  lists,
  // A bill of a session that is over is read once more and then stands.
  bill(
    {
      from: {layout: 'bill', when: {column: 'IsSessionOngoing', pattern: /^false$/}},
      changeStamp: 'IsSessionOngoing',
    },
    'NumberCode',
  ),
  bill({from: {layout: 'bill', when: {column: 'IsSessionOngoing', pattern: /^true$/}}}, 'NumberCode'),
  bill({from: {layout: 'list since 2025'}, changeStamp: 'LatestActivityDateTime'}, 'BillNumberFormatted'),
  text('E', 'Government'),
  text('F', 'Government'),
  text('E', 'Private'),
  text('F', 'Private'),
];
