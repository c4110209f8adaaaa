/**
 * Published names as they are merged: what each says, and the root of those that it is one organization with.
 */
import type {Refusal} from '../../datasets/derived/organization_rules.ts';
import {type OrganizationName, readOrganizationName} from '../../datasets/rules/organization_names.ts';

/**
 * A name as published, with what its records say besides. Names are distinct by name, number and province.
 */
export interface PublishedName {
  name: string;
  /** Nine digits, or null. */
  business_number: string | null;
  /** Two letters, or null. */
  province: string | null;
  /** A bar in the name separates languages. */
  bilingual: boolean;
  /** Records under the name. */
  records: number;
  /** Other names of the same organization in those records. */
  translations: readonly string[];
  aliases: readonly string[];
}

/** A published name among those that it is merged with. */
export interface Node extends PublishedName {
  read: OrganizationName;
  /** Its legal names, and those of the names that its records give besides. */
  keys: readonly string[];
  translationKeys: readonly string[];
  aliasKeys: readonly string[];
  refused: Refusal | null;
  /** Where it lies in the input. */
  at: number;
  parent: Node;
  /** Of a root: what the names below it say. */
  number: string | null;
  provinces: ReadonlySet<string>;
  forms: ReadonlySet<string>;
  /** Forms of companies, and all provinces. */
  companies: ReadonlySet<string>;
  seats: ReadonlySet<string>;
  /** Merges with other names. */
  edges: {to: Node; rule: number}[] | null;
}

/** No values. */
const NONE: ReadonlySet<string> = new Set();

type ReadName = (name: string, bilingual: boolean) => OrganizationName;

/** Reads each name once: most are published with several numbers and provinces. */
function namesReader(): ReadName {
  const [plain, bilingual] = [new Map<string, OrganizationName>(), new Map<string, OrganizationName>()];
  return (name, isBilingual) => {
    const known = isBilingual ? bilingual : plain;
    let read = known.get(name);
    if (!read) {
      read = readOrganizationName(name, {bilingual: isBilingual});
      known.set(name, read);
    }
    return read;
  };
}

const SINGLE = new Map<string, ReadonlySet<string>>();

/** The set of one value, the same one for all names: provinces and forms are few. */
function setOf(value: string | null): ReadonlySet<string> {
  if (value === null) return NONE;
  const known = SINGLE.get(value) ?? new Set([value]);
  SINGLE.set(value, known);
  return known;
}

/** `partners`: whether the halves of a name, which may be two partners, are. */
function nodeOf(
  published: PublishedName,
  at: number,
  read: OrganizationName,
  partners: (read: OrganizationName) => boolean,
  readName: ReadName,
): Node {
  const legalOf = (others: readonly string[]) =>
    others.flatMap((name) => readName(name, false).legal.slice(0, 1));
  const joint = read.joint !== null && partners(read) ? read.joint : null;
  const keys = joint === null ? read.legal : [joint];
  const besides = (others: readonly string[]) => [...new Set(others)].filter((key) => !keys.includes(key));
  const node = {
    ...published,
    read,
    keys,
    translationKeys: besides(legalOf(published.translations)),
    aliasKeys: besides([...read.aliases, ...legalOf(published.aliases)]),
    refused: joint === null ? null : 'two partners',
    at,
    number: published.business_number,
    provinces: read.placeBound ? setOf(published.province) : NONE,
    forms: setOf(read.form),
    companies: setOf(read.company),
    seats: setOf(published.province),
    edges: null,
  } as Omit<Node, 'parent'> as Node;
  node.parent = node;
  return node;
}

/** Two halves are partners where both of them stand alone as the name of an organization. */
function partnersIn(reads: readonly OrganizationName[]): (read: OrganizationName) => boolean {
  const halves = new Set(reads.flatMap(({joint, legal}) => (joint === null ? [] : legal)));
  const standing = new Set<string>();
  for (const {legal} of reads) if (legal.length === 1 && halves.has(legal[0]!)) standing.add(legal[0]!);
  return ({legal}) => legal.every((half) => standing.has(half));
}

/** The root of the names that are merged with a name. */
export function rootOf(node: Node): Node {
  let root = node;
  while (root.parent !== root) root = root.parent;
  for (let at = node; at !== root; ) {
    const next = at.parent;
    at.parent = root;
    at = next;
  }
  return root;
}

/** The values of both; one of the two itself where that holds all. */
const union = (one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> =>
  one === other || other.size === 0 ? one : one.size === 0 ? other : new Set([...one, ...other]);

/** Merges two names by a rule, with all that they were merged with before. */
export function join(a: Node, b: Node, rule: number): void {
  const [one, other] = [rootOf(a), rootOf(b)];
  if (one === other) return;
  a.edges ??= [];
  b.edges ??= [];
  a.edges.push({to: b, rule});
  b.edges.push({to: a, rule});
  other.parent = one;
  one.number ??= other.number;
  one.provinces = union(one.provinces, other.provinces);
  one.forms = union(one.forms, other.forms);
  one.companies = union(one.companies, other.companies);
  one.seats = union(one.seats, other.seats);
}

/** The names in their order, not merged yet. */
export function nodesOf(names: readonly PublishedName[]): Node[] {
  const readName = namesReader();
  const reads = names.map(({name, bilingual}) => readName(name, bilingual));
  const partners = partnersIn(reads);
  return names.map((name, at) => nodeOf(name, at, reads[at]!, partners, readName));
}
