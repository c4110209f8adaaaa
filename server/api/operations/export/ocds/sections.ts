/** What a record says in a release: the fields of the table, where they are known. */
import {
  OCDS_DOCUMENTS,
  OCDS_FIELDS,
  type OcdsDataset,
  type OcdsField,
} from '../../../../../datasets/ocds/fields.ts';
import type {Json} from '../../../../../datasets/types.ts';
import type {Row} from '../../../../../engine/types.ts';
import {buyerOf, type Members, type Party, referenceTo, supplierOf} from './parties.ts';

/** The parts of a release that a record fills; those without a value are empty. */
export interface Sections {
  release: Members;
  tender: Members;
  award: Members;
  contract: Members;
  document: Members;
  parties: Party[];
}

/** Sets a value at a path of names, making the objects on the way. */
function put(into: Members, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = (into[name] ?? {}) as Members;
  into[name] = inner;
  put(inner, rest, value);
}

/** The published amount: in CAD, else in its own currency. Null where neither is known. */
export function amountOf({value, currency, currency_value: other}: Row): Members | null {
  if (typeof value === 'number') return {amount: value, currency: 'CAD'};
  if (typeof other !== 'number' || typeof currency !== 'string') return null;
  return {amount: other, currency};
}

/** The value of a field in the form that it has there; null for none. */
function fieldValue(row: Row, {column, to, as, codes = {}}: OcdsField, parties: Party[], base: string): Json {
  const value = row[column] ?? null;
  const refer = (party: Party | null): Members | null => {
    if (party) parties.push(party);
    return party && referenceTo(party);
  };
  switch (as) {
    case 'value':
      return value;
    case 'first second':
      return value === null ? null : `${value}T00:00:00Z`;
    case 'last second':
      return value === null ? null : `${value}T23:59:59Z`;
    case 'code':
      return (typeof value === 'string' && Object.hasOwn(codes, value) && codes[value]) || null;
    case 'amount':
      return amountOf(row);
    case 'buyer':
      // `buyer`, and `procuringEntity` of the tender.
      return refer(buyerOf(row, to.split('.').at(-1)!, base));
    case 'supplier': {
      const supplier = refer(supplierOf(row, base));
      return supplier && [supplier];
    }
  }
}

const ROOTS: ReadonlySet<string> = new Set(['tender', 'award', 'contract', 'document']);

/** The parts that a record fills. `isAlone`: it is a process by itself. */
export function sectionsOf(dataset: OcdsDataset, row: Row, isAlone: boolean, base: string): Sections {
  const parties: Party[] = [];
  const made: Record<string, Members> = {release: {}, tender: {}, award: {}, contract: {}, document: {}};
  for (const field of OCDS_FIELDS[dataset]) {
    if (field.alone && !isAlone) continue;
    const value = fieldValue(row, field, parties, base);
    if (value === null) continue;
    const path = field.to.split('.');
    const [root = ''] = path;
    if (ROOTS.has(root)) put(made[root]!, path.slice(1), value);
    else put(made['release']!, path, value);
  }
  const document = made['document']!;
  // What has no address is no document.
  const isFound = document['url'] !== undefined;
  const [release, tender, award, contract] = ['release', 'tender', 'award', 'contract'].map(
    (name) => made[name]!,
  );
  return {
    release: release!,
    tender: tender!,
    award: award!,
    contract: contract!,
    document: isFound ? {id: row['record_id']!, documentType: OCDS_DOCUMENTS[dataset], ...document} : {},
    parties: onceEach(parties),
  };
}

/** Parties by id, with the roles of all their mentions. */
export function onceEach(parties: readonly Party[]): Party[] {
  const byId = new Map<string, Party>();
  for (const party of parties) {
    const known = byId.get(party.id);
    const roles = [...new Set([...(known?.roles ?? []), ...party.roles])];
    byId.set(party.id, {...known, ...party, roles});
  }
  return [...byId.values()];
}
