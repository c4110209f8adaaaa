/** Runs the cases of names through the product's rules for organizations, vendors and recipients. */
import {fold, vendorKey} from '../../datasets/rules/text.ts';
import {mergeOrganizations} from '../../pipeline/write/merge_organizations.ts';
import {type Got, type NameCase, type NameInput, NOTHING} from './case.ts';
import type {NameKind} from './read.ts';

/** The key of each name, null for one that names nobody, and why. */
type Keys = readonly {key: string | null; rule: string | null}[];

const merged = (input: readonly NameInput[]) =>
  mergeOrganizations(
    input.map(({n, b = false, bn = null, p = null, r = 1}) => ({
      name: n,
      business_number: bn,
      province: p,
      bilingual: b,
      records: r,
      translations: [],
      aliases: [],
    })),
  );

const organizationKeys = (input: readonly NameInput[]): Keys =>
  merged(input).map(({key, rule, refused}) => ({
    key,
    rule: refused === null ? rule : `${rule}, not joined: ${refused}`,
  }));

/**
 * Kind, organization and spelling, as `recipient_names` has them; an individual, or a name of nobody, by its
 * folded name.
 */
const recipientKeys = (input: readonly NameInput[]): Keys =>
  merged(input.map((one) => ({...one, b: true}))).map(({key, spelling, legal}, at) => {
    const {n, type} = input[at]!;
    const isPerson = type === 'P';
    const name = isPerson || key === null ? fold(n) : `${key}/${spelling ?? legal ?? fold(n)}`;
    return {key: `${isPerson ? 'individual' : 'organization'}/${name}`, rule: 'kind and spelling'};
  });

const KEYS: Record<NameKind, (input: readonly NameInput[]) => Keys> = {
  organizations: organizationKeys,
  vendors: (input) => input.map(({n}) => ({key: vendorKey(n), rule: 'vendor key'})),
  recipients: recipientKeys,
};

/** What the product makes of the cases, in their order: names with one key are one record. */
export function runNameCases(cases: readonly NameCase[]): Got[] {
  return cases.map(({source, input}) => {
    const keys = KEYS[source as NameKind](input);
    const rows = [...keys.keys()];
    const groups = Map.groupBy(rows, (row) => keys[row]!.key ?? row);
    return {
      ...NOTHING,
      rows: input.map((one) => JSON.stringify(one)),
      records: [...groups.values()],
      rules: keys.map(({key, rule}) => `${rule} (key ${key ?? 'none'})`),
    };
  });
}
