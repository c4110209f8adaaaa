/** Runs the cases of records of two publishers through the rules that say which are one contract. */
import {INSTRUMENT_TYPE} from '../../datasets/codes/procurement.ts';
import history from '../../datasets/contracts/sources/canadabuys_contracts.ts';
import proactive from '../../datasets/contracts/sources/proactive_contracts.ts';
import {contract_twins} from '../../datasets/derived/contract_twins.ts';
import {DATASETS} from '../../datasets/index.ts';
import {plainNumber} from '../../datasets/rules/plain_numbers.ts';
import {vendorKey} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {derive} from '../helpers/derived.ts';
import {type Case, CaseError, type Got, NOTHING} from './case.ts';
import {groupsIn, labels, partIn} from './read.ts';

/** A contract record, as `contracts` has it. */
interface TwinInput {
  of: 'disclosure' | 'history';
  number: string | null;
  buyer: string | null;
  end_user: string | null;
  vendor: string | null;
  date: string | null;
  /** The last day of the contract. */
  end: string | null;
  value: number | null;
  /** The value at the award. */
  original: number | null;
  /** Code of the kind of instrument. */
  kind: string | null;
  /** Numbers and vendors of earlier rows. */
  rows: readonly {number?: string; vendor?: string}[];
}

export interface TwinCase extends Case {
  input: readonly TwinInput[];
}

const BLANK: Omit<TwinInput, 'of'> = {
  number: null,
  buyer: null,
  end_user: null,
  vendor: null,
  date: null,
  end: null,
  value: null,
  original: null,
  kind: 'C',
  rows: [],
};

/** The cases of a file. A record has what it does not give from the first one, its original value from its own. */
export function twinCases(value: unknown, path: string): TwinCase[] {
  if (!Array.isArray(value)) throw new CaseError(path, 'it is no list', 'make it a list of cases');
  return value.map((one: unknown) => {
    const {why, source, ...part} = partIn(one, path, 'a case');
    const about = labels({evidence: why, ...part}, path);
    const {input, truth} = part;
    if (!Array.isArray(input) || input.length < 2)
      throw new CaseError(path, `"${about.name}" has no two records`, 'give it records of both publishers');
    const {of: _, ...first} = input[0] as TwinInput;
    const records = input.map((given: TwinInput): TwinInput => {
      const whole = {...BLANK, ...first, ...given};
      if (whole.of !== 'disclosure' && whole.of !== 'history')
        throw new CaseError(
          path,
          `a record of "${about.name}" is of nobody`,
          'write `disclosure` or `history`',
        );
      return 'original' in given ? whole : {...whole, original: whole.value};
    });
    const groups = groupsIn(truth, path, `truth of "${about.name}"`);
    if (groups.flat().length !== records.length)
      throw new CaseError(
        path,
        `truth of "${about.name}" lacks a record`,
        'give a record without a twin alone',
      );
    return {
      source: 'contract_twins',
      path,
      ...about,
      input: records,
      truth: {records: groups, money: null, sum: null, fields: {}},
    };
  });
}

const kindOf = (code: string | null): string | null =>
  Object.keys(INSTRUMENT_TYPE.values).find((name) => INSTRUMENT_TYPE.values[name]!.includes(code ?? '')) ??
  null;

const idOf = (nth: number, row: number): string => `c_${nth}_${row}`;

const recordOf = (one: TwinInput, id: string): Record<string, Json> => ({
  record_id: id,
  event_type: 'contract',
  source_dataset: (one.of === 'disclosure' ? proactive : history).label,
  contract_number: one.number,
  department: one.buyer,
  end_user: one.end_user,
  vendor: one.vendor,
  vendor_group: one.vendor === null ? null : vendorKey(one.vendor),
  date: one.date,
  contract_period_end: one.end,
  value: one.value,
  original_value: one.original,
  instrument_type: kindOf(one.kind),
  versions: one.rows.map(({number = one.number, vendor = one.vendor}) => ({contract_number: number, vendor})),
});

/** What the product makes of the cases, in their order: a record and its twin are one contract. */
export async function runTwinCases(cases: readonly TwinCase[]): Promise<Got[]> {
  if (cases.length === 0) return [];
  apart(cases);
  const rows = cases.flatMap(({input}, nth) => input.map((one, row) => recordOf(one, idOf(nth, row))));
  const given = [{declaration: DATASETS['contracts']!, rows}];
  const {rows: read, close} = await derive({given, entities: [contract_twins], as_of: '2026-11-28'});
  try {
    const found = new Map((await read('FROM contract_twins')).map((one) => [String(one['record_id']), one]));
    return cases.map((one, nth) => gotOf(one, nth, found));
  } finally {
    close();
  }
}

/** Cases never meet: numbers are what records meet by, and each is of one case. */
function apart(cases: readonly TwinCase[]): void {
  const known = new Map<string, TwinCase>();
  for (const one of cases)
    for (const {number, rows} of one.input)
      for (const text of [number, ...rows.map((row) => row.number ?? number)]) {
        const other = known.get(plainNumber(text ?? '')) ?? one;
        if (other !== one)
          throw new CaseError(
            one.path,
            `"${one.name}" and "${other.name}" share the number ${text}`,
            'give each its own',
          );
        known.set(plainNumber(text ?? ''), one);
      }
}

function gotOf({input}: TwinCase, nth: number, found: ReadonlyMap<string, Record<string, Json>>): Got {
  const ids = input.map((_, row) => idOf(nth, row));
  const rules = ids.map((id) => (found.get(id)?.['rule'] as string | undefined) ?? 'no number in common');
  const groups = Map.groupBy(ids.keys(), (row) => {
    const twin = found.get(ids[row]!)?.['twin_id'] as string | undefined;
    return [ids[row]!, ...(twin ? [twin] : [])].sort().join(' ');
  });
  return {...NOTHING, rows: input.map((one) => JSON.stringify(one)), records: [...groups.values()], rules};
}
