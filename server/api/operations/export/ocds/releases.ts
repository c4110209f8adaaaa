/** The releases of a contracting process: one for each record, and one for each version of an amended one. */
import {OCDS_DATASETS, type OcdsDataset} from '../../../../../datasets/ocds/fields.ts';
import type {Json} from '../../../../../datasets/types.ts';
import type {Row} from '../../../../../engine/types.ts';
import {known, type Members, type Party} from './parties.ts';
import {type Process, solicitationOf} from './processes.ts';
import {amountOf, onceEach, type Sections, sectionsOf} from './sections.ts';

export interface Release extends Members {
  ocid: string;
  id: string;
  date: string;
  tag: string[];
}

/** Tags of the first release of a record and of later ones. */
const TAGS: Readonly<Record<OcdsDataset, readonly [first: string, later: string]>> = {
  tenders: ['tender', 'tenderUpdate'],
  awards: ['award', 'awardUpdate'],
  contracts: ['contract', 'contractAmendment'],
};

/** What is the same in all releases of a process. */
interface About {
  ocid: string;
  /** The id of its tender. */
  tender: string;
  isAlone: boolean;
  base: string;
}

/** A version of a record. */
interface Version {
  id: string;
  date: string;
  value: Members | null;
}

const firstSecond = (day: string): string => `${day}T00:00:00Z`;

const dayOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** When the current version was published, or when the record last changed here: a release must have a date. */
function dateOf({amendment_date, last_amendment_date, date, last_updated}: Row, isAmended: boolean): string {
  const amended = dayOf(amendment_date) ?? (isAmended ? dayOf(last_amendment_date) : null);
  const day = amended ?? dayOf(date);
  return day === null ? `${last_updated}Z` : firstSecond(day);
}

/**
 * The versions of a record, oldest first and the current one last. One without a date has that of the next one.
 * Releases are merged in the order of their dates, so that none is dated before an earlier version.
 */
export function versionsOf(row: Row): Version[] {
  const earlier = (Array.isArray(row['amendments']) ? row['amendments'] : []) as Row[];
  const dates = [dateOf(row, earlier.length > 0)];
  for (const {date} of earlier.toReversed()) {
    const day = dayOf(date);
    dates.unshift(day === null ? dates[0]! : firstSecond(day));
  }
  let least = '';
  return [...earlier, row].map((one, i) => {
    least = dates[i]! > least ? dates[i]! : least;
    return {id: `${row['record_id']}-${i + 1}`, date: least, value: amountOf(one)};
  });
}

const isFilled = (members: Members): boolean => Object.keys(members).length > 0;

/** The entries of a version before the current one: its amount, where the current one has an amount too. */
function earlierParts(
  dataset: OcdsDataset,
  row: Row,
  {value}: Version,
): Pick<Sections, 'award' | 'contract'> {
  const amount: Members = value && amountOf(row) ? {value} : {};
  return dataset === 'contracts' ? {award: {}, contract: amount} : {award: amount, contract: {}};
}

/** What the version changed of the one before. */
const amendmentOf = (version: Version, before: Version): Members => ({
  id: version.id,
  date: version.date,
  amendsReleaseID: before.id,
  releaseID: version.id,
});

/** The members that a record adds to a release: its parts with their ids. */
function membersOf(
  dataset: OcdsDataset,
  id: string,
  parts: Pick<Sections, 'tender' | 'award' | 'contract' | 'document'>,
  amendments: Members[],
  tenderId: string,
): Members {
  const documents = isFilled(parts.document) ? [parts.document] : undefined;
  const amended = amendments.length > 0 ? amendments : undefined;
  const tender = known({...parts.tender, documents: dataset === 'tenders' ? documents : undefined});
  const members = known({tender: isFilled(tender) ? {id: tenderId, ...tender} : undefined});
  const award = {id, ...parts.award};
  switch (dataset) {
    case 'tenders':
      return members;
    case 'awards':
      return {...members, awards: [known({...award, amendments: amended, documents})]};
    case 'contracts': {
      const contract = known({id, awardID: id, ...parts.contract, amendments: amended, documents});
      // The standard knows a supplier by an award alone, so that each contract brings its own.
      return {...members, awards: [award], contracts: [contract]};
    }
  }
}

/** The releases of one record. `isFirst`: no release of its kind came before. */
function releasesOfRecord(dataset: OcdsDataset, row: Row, isFirst: boolean, about: About): Release[] {
  const {ocid, tender, isAlone, base} = about;
  const all = sectionsOf(dataset, row, isAlone, base);
  const id = String(row['record_id']);
  const versions = versionsOf(row);
  return versions.map((version, i) => {
    const isCurrent = i === versions.length - 1;
    const before = versions[i - 1];
    const parts = isCurrent ? all : {tender: {}, document: {}, ...earlierParts(dataset, row, version)};
    const amendments = before ? [amendmentOf(version, before)] : [];
    const tag = TAGS[dataset][i === 0 && isFirst ? 0 : 1];
    const buyers = all.parties.filter(({roles}) => roles.includes('buyer'));
    const parties = isCurrent ? all.parties : buyers;
    return {
      ocid,
      id: version.id,
      date: version.date,
      // A contract brings the award of its supplier.
      tag: dataset === 'contracts' && i === 0 ? ['award', tag] : [tag],
      initiationType: 'tender',
      ...(parties.length > 0 ? {parties} : {}),
      ...all.release,
      ...membersOf(dataset, id, parts, amendments, tender),
    };
  });
}

/** Notices of one tender by date, of equal ones the smaller id first. */
const byDate = (a: Row, b: Row): number =>
  Number(dateOf(a, false) > dateOf(b, false)) - Number(dateOf(a, false) < dateOf(b, false)) ||
  Number(String(a['record_id']) > String(b['record_id'])) - 1 / 2;

/**
 * A release has one tender, so that of several notices the newest says what it is: earlier ones lose what it
 * does not say again, which would else outlive it.
 */
function withoutOutdated(releases: readonly Release[]): Release[] {
  const tenders = releases.map(({tender}) => tender as Members | undefined);
  const newest = tenders.at(-1);
  return releases.map((release, i) => {
    const own = tenders[i];
    if (!own || own === newest || !newest) return release;
    const kept = Object.entries(own).filter(([name]) => Object.hasOwn(newest, name));
    return {...release, tender: Object.fromEntries(kept)};
  });
}

/** The roles of each party over all releases, in each of them: merging replaces lists of texts. */
function withAllRoles(releases: Release[]): Release[] {
  const all = new Map(
    onceEach(releases.flatMap(({parties}) => (parties ?? []) as Party[])).map((one) => [one.id, one.roles]),
  );
  return releases.map((release) => {
    const parties = release['parties'] as Party[] | undefined;
    return parties
      ? {...release, parties: parties.map((one) => ({...one, roles: all.get(one.id)!}))}
      : release;
  });
}

/** The releases of a process, oldest first. `base` is the address of the API. */
export function releasesOf({id, records}: Process, prefix: string, base: string): Release[] {
  const rows = OCDS_DATASETS.flatMap((dataset) => records[dataset].map((row) => ({dataset, row})));
  const [first] = rows;
  if (!first) return [];
  const tender = solicitationOf(first.row) ?? id;
  const about = {ocid: `${prefix}-${id}`, tender, isAlone: rows.length === 1, base};
  const notices = withoutOutdated(
    [...records.tenders].sort(byDate).flatMap((row, i) => releasesOfRecord('tenders', row, i === 0, about)),
  );
  const others = (['awards', 'contracts'] as const).flatMap((dataset) =>
    records[dataset].flatMap((row) => releasesOfRecord(dataset, row, true, about)),
  );
  const releases = withAllRoles([...notices, ...others]);
  return releases.sort((a, b) => Number(a.date > b.date) - Number(a.date < b.date));
}
