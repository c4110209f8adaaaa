/**
 * Which business numbers of published names are believed: numbers are typed by hand, and one mistake would
 * join two organizations.
 */
import {MOST_NAMES_OF_NUMBER, RARE_NUMBER, type Refusal} from '../../datasets/derived/organization_rules.ts';
import {isBusinessNumber} from '../../datasets/rules/business_number.ts';

/**
 * A name with the number that its records carry. Of a number that is not believed it keeps none, and the
 * reason.
 */
export interface Numbered {
  keys: readonly string[];
  number: string | null;
  province: string | null;
  records: number;
  refused: Refusal | null;
}

function distrust(node: Numbered, reason: Refusal): void {
  node.number = null;
  node.refused = reason;
}

/** Records of one legal name in one province, by number; those without a province count in each. */
interface Counted {
  records: number;
  byNumber: Map<string, number>;
}

function count(nodes: readonly Numbered[]): Counted {
  const byNumber = new Map<string, number>();
  let records = 0;
  for (const node of nodes) {
    records += node.records;
    if (node.number !== null) byNumber.set(node.number, (byNumber.get(node.number) ?? 0) + node.records);
  }
  return {records, byNumber};
}

/** The number of most records, then the first one. */
const usualOf = ({byNumber}: Counted): string =>
  [...byNumber].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
  )[0];

const isRare = ({records, byNumber}: Counted, number: string): boolean =>
  byNumber.get(number)! * RARE_NUMBER <= records;

/** Whether all words of one name are in the other: that of a program, a branch or a longer form. */
function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const words = new Set(long.split(' '));
  return short.split(' ').every((word) => words.has(word));
}

/** Takes numbers away that nobody has, that many names carry, or that few records of a name do. */
export function trustNumbers(
  nodes: readonly Numbered[],
  byLegalName: ReadonlyMap<string, readonly Numbered[]>,
): void {
  const byNumber = new Map<string, Numbered[]>();
  for (const node of nodes) {
    if (node.number === null) continue;
    if (!isBusinessNumber(node.number)) distrust(node, 'number of nobody');
    else if (!byNumber.get(node.number)?.push(node)) byNumber.set(node.number, [node]);
  }
  const numbered = new Map<string, readonly Numbered[]>();
  for (const group of byNumber.values()) {
    const names = new Set(group.map(({keys}) => keys[0]!));
    if (names.size <= MOST_NAMES_OF_NUMBER)
      for (const name of names) numbered.set(name, byLegalName.get(name)!);
    else for (const node of group) distrust(node, 'number of many');
  }
  distrustRare(numbered);
}

/** A rare number gives way to the usual one of its name, or to the other name whose usual one it is. */
function distrustRare(byName: ReadonlyMap<string, readonly Numbered[]>): void {
  const holders = new Map<string, string[]>();
  const rare: {node: Numbered; key: string; usual: string}[] = [];
  for (const [key, nodes] of byName) {
    if (nodes.length === 1) {
      hold(holders, nodes[0]!.number!, key);
      continue;
    }
    for (const [province, own] of Map.groupBy(nodes, (node) => node.province)) {
      const numbered = own.filter(({number}) => number !== null);
      if (numbered.length === 0) continue;
      const counted = count(
        province === null
          ? nodes
          : nodes.filter((node) => node.province === province || node.province === null),
      );
      const usual = usualOf(counted);
      if (!isRare(counted, usual)) hold(holders, usual, key);
      for (const node of numbered) if (isRare(counted, node.number!)) rare.push({node, key, usual});
    }
  }
  for (const {node, key, usual} of rare) {
    const number = node.number!;
    const ofAnother = holders.get(number)?.some((other) => other !== key && !isWithin(other, key));
    if (number !== usual || ofAnother) distrust(node, 'rare number');
  }
}

function hold(holders: Map<string, string[]>, number: string, key: string): void {
  if (!holders.get(number)?.push(key)) holders.set(number, [key]);
}
