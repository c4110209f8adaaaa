/** Pages of LEGISinfo: the list of each session, each of its bills, and the texts of recent ones. */
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

/** The list of the current session, which may be one that is not known here yet. */
const current: CrawlPage = {
  kind: 'list',
  seeds: [{}],
  name: 'list/now',
  url: `${LEGISINFO}/bills/json`,
  mustMatch: lists.mustMatch,
};

/** The detail of a bill: `number` names its number in the layout of the list. */
const bill = (origin: Pick<CrawlPage, 'from' | 'changeStamp'>, number: string): CrawlPage => ({
  kind: 'bill',
  ...origin,
  name: `bill/${SESSION}/{${number}}`,
  url: `${LEGISINFO}/bill/${SESSION}/{${number}:lower}/json`,
  mustMatch: /^\s*\[/,
  mayBeMissing: true,
});

/** From the 44th Parliament: earlier texts would be most of the bytes, for the summaries alone. */
const WITH_TEXTS = {column: 'ParliamentNumber', pattern: /^(?:4[4-9]|[5-9]\d)$/};
/** Folder by type of bill; none is known for bills without a type. */
const FOLDERS = {Government: /Government/, Private: /^(?!.*Government).*\S/};

/**
 * The first print, which every bill but a pro forma one has, in one of the two folders. Unknown addresses
 * return an HTML page.
 */
const text = (language: 'E' | 'F', folder: keyof typeof FOLDERS): CrawlPage => ({
  kind: 'text',
  from: {
    layout: 'bill',
    when: [WITH_TEXTS, {column: 'BillDocumentTypeNameEn', pattern: FOLDERS[folder]}],
  },
  name: `text/${SESSION}/{NumberCode}/${language}`,
  url: `${PARL}/Content/Bills/{ParliamentNumber}{SessionNumber}/${folder}/{NumberCode}/{NumberCode}_1/{NumberCode}_${language}.xml`,
  // Prints never change.
  changeStamp: 'NumberCode',
  mustMatch: /<Bill[\s>]/,
  mayBeMissing: /<html/i,
});

export const pages: readonly CrawlPage[] = [
  lists,
  current,
  // A bill of an ended session is fetched once more and then reused.
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
