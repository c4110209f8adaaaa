/**
 * The oracle of recipients: grants grouped by loops, over the links of organizations as the build has them.
 */
import {folded, groupKey} from './oracle.ts';
import type {Values} from './oracle_database.ts';

export interface OracleRecipient {
  name: string;
  kind: string | null;
  /** The vendor key of its first half. */
  key: string;
  spellings: string[];
  cents: number;
  records: string[];
}

const PEOPLE = 'Individual or sole proprietorship';
/** A share that is taken for mistakes. */
const FEW = 1 / 20;

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The kind of every record by the types under its name. */
function kindsOf(grants: readonly Values[]): (grant: Values) => string | null {
  const shares = new Map<string, number>();
  for (const [name, of] of Map.groupBy(grants, (one) => folded(textOf(one['recipient'])))) {
    const typed = of.filter((one) => one['recipient_type'] !== null);
    const people = typed.filter((one) => one['recipient_type'] === PEOPLE);
    shares.set(name, typed.length === 0 ? 0 : people.length / typed.length);
  }
  return ({recipient, recipient_type}) => {
    const share = shares.get(folded(textOf(recipient)))!;
    if (share <= FEW) return 'organization';
    if (1 - share <= FEW) return 'individual';
    if (recipient_type === null) return null;
    return recipient_type === PEOPLE ? 'individual' : 'organization';
  };
}

/**
 * All recipients, richest first. Grants are rows of the table `grants`, links those of `organization_links`.
 */
export function oracleRecipients(grants: readonly Values[], links: readonly Values[]): OracleRecipient[] {
  const named = grants.filter((one) => folded(textOf(one['recipient'])) !== '');
  const kindOf = kindsOf(named);
  const linkBy = new Map(links.map((link) => [String(link['link_id']), link]));
  const linkOf = (grant: Values) =>
    linkBy.get(
      [
        'grants',
        'recipient',
        ...['recipient_business_number', 'recipient_province', 'recipient'].map((field) =>
          textOf(grant[field]),
        ),
      ].join('/'),
    );
  const groups = Map.groupBy(named, (grant) => {
    const kind = kindOf(grant);
    const link = kind === 'organization' ? linkOf(grant) : undefined;
    return `${kind}/${link?.['spelling'] ?? link?.['legal_name'] ?? folded(textOf(grant['recipient']))}`;
  });
  const centsOf = (of: readonly Values[]) =>
    of.reduce((all, one) => all + Math.round(Number(one['value'] ?? 0) * 100), 0);
  const all = [...groups.values()].map((of) => {
    const spellings = [...Map.groupBy(of, (one) => textOf(one['recipient']))]
      .map(([name, own]) => ({name, count: own.length, cents: centsOf(own)}))
      .sort((a, b) => b.count - a.count || b.cents - a.cents || byText(a.name, b.name));
    const chief = (spellings.find(({name}) => name.includes(' | ')) ?? spellings[0]!).name;
    const half = folded(chief.split(' | ')[0]!);
    return {
      chief,
      half,
      kind: kindOf(of[0]!),
      provinces: [...new Set(of.map((one) => textOf(one['recipient_province'])).filter(Boolean))]
        .sort()
        .join(', '),
      organization: of
        .map((one) => textOf(linkOf(one)?.['organization_key']))
        .filter(Boolean)
        .sort()[0],
      key: groupKey(chief.split(' | ')[0]!),
      spellings: spellings.map(({name}) => name),
      cents: centsOf(of),
      records: of.map((one) => String(one['record_id'])),
    };
  });
  const byHalf = Map.groupBy(all, ({half}) => half);
  const mark = (one: (typeof all)[number]): string => {
    const namesakes = byHalf.get(one.half)!;
    if (namesakes.length === 1) return '';
    if (one.kind === null) return ' [type unknown]';
    if (one.kind === 'individual') return ' [individual]';
    if (namesakes.filter(({kind}) => kind === 'organization').length === 1) return ' [organization]';
    const alone = namesakes.filter(({provinces}) => provinces === one.provinces).length === 1;
    return ` [${alone ? one.provinces || 'province unknown' : one.organization}]`;
  };
  return all
    .map((one) => ({
      ...one,
      name: one.chief
        .split(' | ')
        .map((half) => half + mark(one))
        .join(' | '),
    }))
    .sort((a, b) => b.cents - a.cents || byText(a.name, b.name));
}
