/**
 * Merges published names into organizations by rules in order; pure, and independent of the order of its
 * input.
 */
import {type LinkRule, type Refusal, RULE_NAMES} from '../../datasets/derived/organization_rules.ts';
import {likenessOf, type Nobody, organizationSlug} from '../../datasets/rules/organization_names.ts';
import {compareText} from '../../datasets/rules/text.ts';
import {join, type Node, nodesOf, type PublishedName, rootOf} from './organization_nodes.ts';
import {trustNumbers} from './trusted_numbers.ts';

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
  /** What spellings of the name share; null where it is the legal name. */
  spelling: string | null;
}

/** By code unit: quicker than by code point, and any fixed order will do here. */
const compareUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
/** Names by all by which they are distinct. */
const compareNodes = (a: Node, b: Node): number =>
  compareUnits(a.name, b.name) ||
  compareUnits(a.business_number ?? '', b.business_number ?? '') ||
  compareUnits(a.province ?? '', b.province ?? '');
/** The one value of a set; empty where there is none, or several, which then say nothing. */
const only = (values: ReadonlySet<string>): string => (values.size === 1 ? [...values][0]! : '');

/**
 * Merges all names of a group unless that would join two provinces, two kinds of legal form or two business
 * numbers. Then those with the same one are merged, and those without one by themselves.
 */
function joinGroup(group: readonly Node[], rule: number): void {
  if (group.length < 2) return;
  let parts: (readonly Node[])[] = [group];
  for (const [reason, of] of TRAITS) parts = parts.flatMap((part) => splitBy(part, of, reason));
  parts = parts.flatMap(splitFirms);
  for (const part of parts) for (let i = 1; i < part.length; i++) join(part[0]!, part[i]!, rule);
}

/** The first reason stays, unless the name has namesakes in other provinces. */
function refuse(node: Node, reason: Refusal): void {
  if (node.refused === null || reason === 'two provinces') node.refused = reason;
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
  for (const node of nodes) refuse(node, reason);
  return [...parts.keys()].sort().map((one) => parts.get(one)!);
}

/** What two names of one organization cannot differ in. */
const TRAITS: readonly [Refusal, (node: Node) => string][] = [
  ['two provinces', (node) => only(rootOf(node).provinces)],
  ['two kinds of legal form', (node) => only(rootOf(node).forms)],
  ['two business numbers', (node) => rootOf(node).number ?? ''],
];

/**
 * Firms of one name with other legal forms in two provinces: a name is protected in one of them only. Names
 * go together that share form or province; where that leaves two firms, names that say neither stay by
 * themselves.
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
  for (const node of part) refuse(node, 'two provinces');
  for (const root of roots) root.provinces = root.seats;
  return firms.map((firm) => part.filter((node) => firm.roots.has(rootOf(node))));
}

/** Whether the roots of names have several values together. */
const differ = (nodes: readonly Node[], of: (root: Node) => ReadonlySet<string>): boolean =>
  new Set(nodes.flatMap((node) => [...of(rootOf(node))])).size > 1;

type TextsOf = (node: Node) => readonly string[];

/** Nodes by each of their texts, or of those that are wanted. */
function nodesBy(
  nodes: readonly Node[],
  texts: TextsOf,
  wanted?: Pick<ReadonlySet<string>, 'has'>,
): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const node of nodes)
    for (const text of texts(node)) {
      if (wanted && !wanted.has(text)) continue;
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
  const givers = nodesBy(nodes, given);
  const targets = nodesBy(nodes, ({keys}) => keys, givers);
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
    for (const {to, rule} of node.edges ?? []) {
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

/** After any words. */
const LAST = '\uffff';

/**
 * The words that the spellings of a name share: those of its first half, which a name in the second language
 * has too. Where namesakes of two provinces were kept apart, the key of the organization tells them apart.
 */
function spellingsOf(members: readonly Node[], key: string): (node: Node) => string {
  const halvesOf = ({keys, read}: Node): readonly string[] => (keys === read.legal ? read.words : keys);
  const firstHalves = new Map<string, string>();
  for (const node of members) {
    const [first = '', second] = halvesOf(node);
    if (second !== undefined && first < (firstHalves.get(second) ?? LAST)) firstHalves.set(second, first);
  }
  const wordsOf = (node: Node): string => {
    const [own = ''] = halvesOf(node);
    return firstHalves.get(own) ?? own;
  };
  const shared = new Set(members.filter(({refused}) => refused === 'two provinces').map(wordsOf));
  return (node) => {
    const words = wordsOf(node);
    return shared.has(words) ? `${words} ${key}` : words;
  };
}

/** The organizations of the names, in the order of the names. */
export function mergeOrganizations(names: readonly PublishedName[]): ResolvedName[] {
  const all = nodesOf(names);
  const nodes = all.filter(({read}) => read.generic === null).sort(compareNodes);
  const byLegalName = nodesBy(nodes, ({keys: [first = '']}) => [first]);
  trustNumbers(nodes, byLegalName);
  for (const group of inOrder(nodesBy(nodes, ({number}) => (number === null ? [] : [number]))))
    for (const node of group.slice(1)) join(group[0]!, node, indexOf('business number'));
  for (const group of inOrder(byLegalName)) joinGroup(group, indexOf('legal name'));
  const halves = new Set(nodes.flatMap(({keys}) => (keys.length > 1 ? keys : [])));
  for (const group of inOrder(nodesBy(nodes, ({keys}) => keys, halves)))
    joinGroup(group, indexOf('bilingual name'));
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
      spelling: null,
    }),
  );
  for (const [i, members] of organizations.entries()) {
    const spellingOf = spellingsOf(members, keys[i]!);
    for (const [node, rule] of rulesFrom(chiefOf(members))) {
      const legal = node.keys[0]!;
      const spelling = spellingOf(node);
      resolved[node.at] = {
        key: keys[i]!,
        rule: RULE_NAMES[rule]!,
        refused: node.refused,
        legal,
        likeness: likenessOf(legal),
        spelling: spelling === legal ? null : spelling,
      };
    }
  }
  return resolved;
}
