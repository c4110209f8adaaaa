/** Merges published names into organizations by rules in order; pure, and independent of the order of its input. */
import {type LinkRule, type Refusal, RULE_NAMES} from '../../datasets/derived/organization_rules.ts';
import {
  likenessOf,
  type Nobody,
  type OrganizationName,
  organizationSlug,
  readOrganizationName,
} from '../../datasets/rules/organization_names.ts';
import {compareText} from '../../datasets/rules/text.ts';
import {trustNumbers} from './trusted_numbers.ts';

/** A name as published, with what its records say besides. Names are distinct by name, number and province. */
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

/** The organization of a published name. */
export interface ResolvedName {
  /** Key of the organization; null if the name names none. */
  key: string | null;
  /** How the name comes to its organization, or why it does not. */
  rule: LinkRule | Nobody;
  /** Why a merge with other organizations was refused; null for none. */
  refused: Refusal | null;
  legal: string | null;
  likeness: string | null;
}

interface Node extends PublishedName {
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
  edges: {to: Node; rule: number}[];
}

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
    edges: [],
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
function rootOf(node: Node): Node {
  let root = node;
  while (root.parent !== root) root = root.parent;
  for (let at = node; at !== root; ) {
    const next = at.parent;
    at.parent = root;
    at = next;
  }
  return root;
}

const union = (one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> =>
  one === other || other.size === 0 ? one : one.size === 0 ? other : new Set([...one, ...other]);

function join(a: Node, b: Node, rule: number): void {
  const [one, other] = [rootOf(a), rootOf(b)];
  if (one === other) return;
  a.edges.push({to: b, rule});
  b.edges.push({to: a, rule});
  other.parent = one;
  one.number ??= other.number;
  one.provinces = union(one.provinces, other.provinces);
  one.forms = union(one.forms, other.forms);
  one.companies = union(one.companies, other.companies);
  one.seats = union(one.seats, other.seats);
}

/** By code unit: quicker than by code point, and any fixed order will do here. */
const compareUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
/** Names by all by which they are distinct. */
const compareNodes = (a: Node, b: Node): number =>
  compareUnits(a.name, b.name) ||
  compareUnits(a.business_number ?? '', b.business_number ?? '') ||
  compareUnits(a.province ?? '', b.province ?? '');
/** The one value of a set; empty where there is none, or several, which then say nothing. */
function only(values: ReadonlySet<string>): string {
  if (values.size === 1) for (const value of values) return value;
  return '';
}

/**
 * Merges all names of a group unless that would join two provinces, two kinds of legal form or two business numbers. Then
 * those with the same one are merged, and those without one by themselves.
 */
function joinGroup(group: readonly Node[], rule: number): void {
  if (group.length < 2) return;
  let parts: (readonly Node[])[] = [group];
  for (const [reason, of] of TRAITS) parts = parts.flatMap((part) => splitBy(part, of, reason));
  parts = parts.flatMap(splitFirms);
  for (const part of parts) for (let i = 1; i < part.length; i++) join(part[0]!, part[i]!, rule);
}

/** The nodes of each value of a trait, those without one too; all in one where there is one value. */
function splitBy(
  nodes: readonly Node[],
  of: (node: Node) => string,
  reason: Refusal,
): readonly (readonly Node[])[] {
  const first = nodes.find((node) => of(node) !== '');
  if (!first) return [nodes];
  const value = of(first);
  const isSame = (other: string): boolean => other === '' || other === value;
  if (nodes.every((node) => isSame(of(node)))) return [nodes];
  const parts = Map.groupBy(nodes, of);
  for (const node of nodes) node.refused ??= reason;
  return [...parts.keys()].sort().map((one) => parts.get(one)!);
}

/** What two names of one organization cannot differ in. */
const TRAITS: readonly [Refusal, (node: Node) => string][] = [
  ['two provinces', (node) => only(rootOf(node).provinces)],
  ['two kinds of legal form', (node) => only(rootOf(node).forms)],
  ['two business numbers', (node) => rootOf(node).number ?? ''],
];

/**
 * Firms of one name with other legal forms in two provinces: a name is protected in one of them only. Names go together
 * that share form or province; where that leaves two firms, names that say neither stay by themselves.
 */
function splitFirms(part: readonly Node[]): readonly (readonly Node[])[] {
  if (!differ(part, ({companies}) => companies) || !differ(part, ({seats}) => seats)) return [part];
  const roots = [...new Set(part.map(rootOf))];
  const firms: {marks: Set<string>; roots: Set<Node>}[] = [];
  for (const root of roots) {
    const marks = new Set([...root.companies, ...root.seats]);
    if (marks.size === 0) marks.add('');
    const known = firms.filter((firm) => [...marks].some((mark) => firm.marks.has(mark)));
    const firm = known[0] ?? {marks: new Set(), roots: new Set()};
    if (known.length === 0) firms.push(firm);
    for (const other of known.slice(1)) {
      firms.splice(firms.indexOf(other), 1);
      for (const mark of other.marks) firm.marks.add(mark);
      for (const one of other.roots) firm.roots.add(one);
    }
    for (const mark of marks) firm.marks.add(mark);
    firm.roots.add(root);
  }
  const isWhole = (firm: {roots: Set<Node>}) =>
    [...firm.roots].some(({companies}) => companies.size > 0) &&
    [...firm.roots].some(({seats}) => seats.size > 0);
  if (firms.filter(isWhole).length < 2) return [part];
  for (const node of part) node.refused ??= 'two provinces';
  for (const root of roots) root.provinces = root.seats;
  return firms.map((firm) => part.filter((node) => firm.roots.has(rootOf(node))));
}

/** Whether the roots of names have several values together. */
function differ(nodes: readonly Node[], of: (root: Node) => ReadonlySet<string>): boolean {
  let known: ReadonlySet<string> = NONE;
  return nodes.some((node) => {
    known = union(known, of(rootOf(node)));
    return known.size > 1;
  });
}

type TextsOf = (node: Node) => readonly string[];

/** Nodes by each of their texts. */
function nodesBy(nodes: readonly Node[], texts: TextsOf): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const node of nodes)
    for (const text of texts(node)) {
      const group = groups.get(text);
      if (group) group.push(node);
      else groups.set(text, [node]);
    }
  return groups;
}

/** The nodes of each text, in the order of the texts. */
const inOrder = (groups: ReadonlyMap<string, Node[]>): Node[][] =>
  [...groups.keys()].sort().map((text) => groups.get(text)!);

const indexOf = (rule: LinkRule): number => RULE_NAMES.indexOf(rule);

/** A name that others give as theirs leads to them only if all who give it are one organization. */
function joinGiven(nodes: readonly Node[], given: (node: Node) => readonly string[], rule: LinkRule): void {
  const targets = nodesBy(nodes, ({keys}) => keys);
  const givers = nodesBy(nodes, given);
  for (const key of [...givers.keys()].sort()) {
    const own = targets.get(key) ?? [];
    const known = new Set(own.map(rootOf));
    const others = givers.get(key)!.filter((node) => !known.has(rootOf(node)));
    if (new Set(others.map(rootOf)).size > 1) {
      for (const node of others) node.refused ??= 'alias of several';
    } else if (others.length > 0) joinGroup([...others, ...own], indexOf(rule));
  }
}

/** Records translate a legal name into one other: where they give several, none of them is believed. */
function joinTranslations(nodes: readonly Node[]): void {
  const translated = new Map<string, Set<string>>();
  for (const {keys, translationKeys} of nodes) {
    if (translationKeys.length === 0) continue;
    const known = translated.get(keys[0]!);
    if (known) for (const key of translationKeys) known.add(key);
    else translated.set(keys[0]!, new Set(translationKeys));
  }
  const hasOne = ({keys}: Node): boolean => (translated.get(keys[0]!)?.size ?? 0) <= 1;
  for (const node of nodes) if (!hasOne(node)) node.refused ??= 'several translations';
  joinGiven(nodes, (node) => (hasOne(node) ? node.translationKeys : []), 'bilingual name');
}

/** The name of most records, then the first one. */
const chiefOf = (members: readonly Node[]): Node =>
  members.reduce((best, one) =>
    one.records > best.records || (one.records === best.records && compareText(one.name, best.name) < 0)
      ? one
      : best,
  );

/** By name the last rule on the way from the chief name, which never is a weaker one than needed. */
function rulesFrom(chief: Node): Map<Node, number> {
  const rules = new Map([[chief, indexOf('own name')]]);
  const open = [chief];
  for (let node = open.pop(); node; node = open.pop())
    for (const {to, rule} of node.edges) {
      if (rules.has(to)) continue;
      const weakest = Math.max(rule, rules.get(node)!);
      // Another record of the very name that the organization has needs no rule.
      rules.set(to, to.name === chief.name ? indexOf('own name') : weakest);
      open.push(to);
    }
  return rules;
}

/** The first of the legal names of organizations' members. */
function firstKey(members: readonly Node[]): string {
  let first = members[0]!.keys[0]!;
  for (const {keys} of members) for (const key of keys) if (key < first) first = key;
  return first;
}

/** Keys of organizations: by business number, else by the first legal name; never two the same. */
function keysOf(organizations: readonly Node[][]): string[] {
  const wanted = organizations.map((members) => {
    const {number} = rootOf(members[0]!);
    return number === null ? organizationSlug(firstKey(members)) : `bn${number}`;
  });
  const count = new Map<string, number>();
  for (const key of wanted) count.set(key, (count.get(key) ?? 0) + 1);
  const taken = new Set<string>();
  return wanted.map((key, i) => {
    const {provinces, forms} = rootOf(organizations[i]![0]!);
    const where = [...provinces].sort().join('-').toLowerCase() || only(forms);
    const whole = count.get(key)! > 1 && where !== '' ? `${key}--${where}` : key;
    let unique = whole;
    for (let n = 2; taken.has(unique); n++) unique = `${whole}--${n}`;
    taken.add(unique);
    return unique;
  });
}

/** The organizations of the names, in the order of the names. */
export function mergeOrganizations(names: readonly PublishedName[]): ResolvedName[] {
  const readName = namesReader();
  const reads = names.map(({name, bilingual}) => readName(name, bilingual));
  const partners = partnersIn(reads);
  const all = names.map((name, at) => nodeOf(name, at, reads[at]!, partners, readName));
  const nodes = all.filter(({read}) => read.generic === null).sort(compareNodes);
  const byLegalName = nodesBy(nodes, ({keys: [first = '']}) => [first]);
  trustNumbers(nodes, byLegalName);
  for (const group of inOrder(nodesBy(nodes, ({number}) => (number === null ? [] : [number]))))
    for (const node of group.slice(1)) join(group[0]!, node, indexOf('business number'));
  for (const group of inOrder(byLegalName)) joinGroup(group, indexOf('legal name'));
  for (const group of inOrder(nodesBy(nodes, ({keys}) => keys))) joinGroup(group, indexOf('bilingual name'));
  joinTranslations(nodes);
  joinGiven(nodes, ({aliasKeys}) => aliasKeys, 'published alias');
  const organizations = [...Map.groupBy(nodes, rootOf).values()];
  const keys = keysOf(organizations);
  const resolved = all.map(
    ({read}): ResolvedName => ({
      key: null,
      rule: read.generic ?? 'own name',
      refused: null,
      legal: null,
      likeness: null,
    }),
  );
  for (const [i, members] of organizations.entries()) {
    for (const [node, rule] of rulesFrom(chiefOf(members))) {
      const legal = node.keys[0]!;
      resolved[node.at] = {
        key: keys[i]!,
        rule: RULE_NAMES[rule]!,
        refused: node.refused,
        legal,
        likeness: likenessOf(legal),
      };
    }
  }
  return resolved;
}
