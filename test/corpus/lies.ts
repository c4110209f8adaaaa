/**
 * The lies of publishers, one table for all generators: what each does to the rows, and what must come of it.
 */
import {type Quirk, quirk} from './quirk.ts';

/** A quirk that bears on which rows are one record, with what the rules of merging make of it. */
export interface Lie extends Quirk {
  comes: string;
}

const lie = (every: number, help: string, comes: string, national = every): Lie => ({
  ...quirk(every, help, national),
  comes,
});

const ONE = 'one record';
const TWO = 'two records';

/** By source; permits of all cities share theirs. */
export const LIES = {
  proactive_contracts: {
    respelled: lie(40, 'other spelling midway, same vendor key', ONE),
    renamed: lie(90, 'other vendor key midway, same day and original value', ONE),
    no_original: lie(80, 'only amendment rows', ONE),
    chained: lie(150, 'an amendment with its own day, and one more under another vendor', ONE),
    cut_name: lie(110, 'vendor name cut at 30 characters, other day and original value', ONE),
    alike_name: lie(330, 'two amended contracts under one number, whose vendors only begin alike', TWO),
    number_reused: lie(120, 'number of an earlier contract of another vendor', TWO),
    reused_same_vendor: lie(330, 'number of an earlier contract of the same vendor, both amended', TWO),
    call_ups: lie(330, 'call-ups under the number of the standing offer', 'each a record, the offer another'),
    twin_call_ups: lie(400, 'two call-ups of one day and value in two quarters', TWO),
    split_commitment: lie(400, 'two commitments of one number, vendor and day in one quarter', TWO),
    two_winners: lie(330, 'two vendors under one requisition, same day and value, both amended', TWO),
    sequences: lie(400, 'numbers that end in /001 and /002, all else equal', TWO),
    suffix: lie(250, 'number of the amendment with /1, /12 or /U behind it', ONE),
    swapped: lie(330, 'number and reference exchanged on the amendment', ONE),
    no_number: lie(25, 'number blank or NA, twice for one vendor, day and value', TWO),
    placeholder: lie(
      250,
      '`S/O`, `0000`, `TBD` or `ACQUISITION CARD` for a number, of two vendors with one day and value',
      'two records; the amendment joins the award of its vendor, day and original value',
    ),
    excel_number: lie(330, 'number as `4.50E+11`, shared with an amendment of another vendor', TWO),
    nulls_share_nothing: lie(300, 'same number, no vendors and no dates', TWO),
    dated_late: lie(250, 'amendments dated by themselves', 'one record, dated by the award'),
    dated_early: lie(400, 'amendment dated before the award', 'one record, dated by the earliest row'),
    award_dated_late: lie(
      400,
      'no award; the first amendment dated by itself, the next by the award',
      'one record, dated by the award',
    ),
    totals_against_references: lie(
      330,
      'two amendments of a quarter, the later one with the lower reference',
      'one record with the larger total',
    ),
    undated_amendment: lie(
      400,
      'last amendment without a period, under a reference in a form of its own',
      'one record with the total of that amendment',
    ),
    contract_for_amendment: lie(330, 'amendment reported as a contract, with its change', ONE),
    correction: lie(
      250,
      'contract reported again in a later quarter with another value',
      'one record with the corrected value',
    ),
    which_contract: lie(
      400,
      'amendment of the first of two contracts of a vendor, with a day and an original value of its own',
      'two records; joins the later contract, since no row tells the truth',
    ),
    both_publishers: lie(200, 'contract that CanadaBuys reports too', 'two records, one of each source'),
    repeated_key: lie(250, 'reference number of another contract of the institution', TWO),
  },
  canadabuys_contracts: {
    entered_twice: lie(
      30,
      'amendment entered twice under two titles, no totals',
      'one record; the entry counts once',
    ),
    two_entities: lie(60, 'number of a contract of another contracting entity', TWO),
    two_suppliers: lie(60, 'second original under the number, of another supplier', TWO),
  },
  canadabuys_awards: {
    two_contracts: lie(60, 'notice that lists two contracts, of two suppliers', TWO),
    reference_case: lie(60, 'reference in other letters from the second version on', ONE),
  },
  permits: {
    several_addresses: lie(
      40,
      'rows that differ in the address, with equal units or units on one of them',
      'one record with the first address and the number of them; units and cost once',
      600,
    ),
    addresses_with_units: lie(
      40,
      'rows that differ in the address, units and cost',
      'one record with the first address and the number of them; units and cost add up, in Halifax units alone',
      600,
    ),
    revisions: lie(
      20,
      'Toronto: revisions of a permit, one with its cost and one with another, with days and units of their own',
      'one record with the units and days of the original; a cost that differs is added',
      40,
    ),
    two_tables: lie(
      30,
      'Toronto: permit in both tables on the day of closing',
      'one record, the cleared row',
      300,
    ),
    two_builders: lie(
      30,
      'Toronto: row without a builder beside one with a builder',
      'one record with the builder',
      300,
    ),
  },
  proactive_grants: {
    respelled: lie(90, 'recipient spelled otherwise midway, same key', ONE),
    renamed: lie(120, 'other recipient midway, same business number', ONE),
    renamed_silently: lie(200, 'other recipient midway, no business number', ONE),
    renamed_old: lie(
      300,
      'other recipient midway under an old number, no business number',
      'two records: old numbers have several agreements each, and no row tells the truth',
    ),
    halves_exchanged: lie(250, 'languages of the name exchanged, no agreement number, other start', ONE),
    chained: lie(200, 'the business number of another recipient, and then its name', ONE),
    no_original: lie(120, 'only amendment rows', ONE),
    changes: lie(
      150,
      'rows that are changes, each under a reference number of its own',
      'one record, their sum',
    ),
    changes_amended: lie(90, 'rows of one reference number that are changes', 'one record, their sum'),
    shared_reference: lie(20, 'reference number of two or three recipients', 'a record each', 25),
    repeated_pair: lie(45, 'two agreements of one recipient under one pair of numbers', TWO, 130),
    old_number_reused: lie(200, 'agreements of one recipient as rows 0 and 1 of an old number', TWO),
    mistyped_number: lie(200, 'business number with a wrong check digit on an amendment', ONE),
    bad_number_shared: lie(
      300,
      'two recipients under one reference and one number that is none: `111111111`, or a wrong check digit',
      TWO,
    ),
    which_recipient: lie(
      400,
      'second recipient under a reference, with the valid business number of the first',
      'one record, since the numbers agree: no row tells the truth',
    ),
    number_of_another: lie(
      350,
      'valid business number of somebody else on one row of a busy recipient',
      'a record of its own; its recipient stays another organization',
      4_000,
    ),
  },
} as const satisfies Record<string, Record<string, Lie>>;
