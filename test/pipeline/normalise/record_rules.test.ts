/** The rules that join rows: what they read, and the order of versions. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {SOURCES} from '../../../datasets/index.ts';
import {RECORD_RULES} from '../../../pipeline/normalise/record_rules/index.ts';
import {orderVersions} from '../../../pipeline/normalise/record_rules/running_totals.ts';
import type {RecordRule} from '../../../pipeline/normalise/record_rules/types.ts';
import {versionFields} from '../../../pipeline/normalise/versions.ts';
import {seed} from '../../helpers/seed.ts';

test('a rule reads no field that none of its sources has', () => {
  for (const [name, rule] of Object.entries(RECORD_RULES) as unknown as [string, RecordRule][]) {
    const sources = Object.values(SOURCES).filter(
      ({versions}) => versions && 'rule' in versions && versions.rule === name,
    );
    const fields = sources.flatMap(({layouts}) =>
      layouts.flatMap((layout) => Object.keys(layout.fields ?? {})),
    );
    const read = versionFields([...rule.candidates, ...Object.values<string>(rule.read)]);
    expect(
      read.filter((field) => !fields.includes(field)),
      name,
    ).toEqual([]);
  }
});

test('changes in any order run on from the total before them, and end where they ended', () => {
  const steps = fc.array(fc.constantFrom(-20, -5, 0, 5, 20), {minLength: 1, maxLength: 7});
  const property = fc.property(steps, fc.infiniteStream(fc.nat()), fc.boolean(), (changes, keys, isKnown) => {
    let total = 100;
    const first = {at: -1, order: 0, change: null, value: total};
    const rows = changes.map((change) => {
      total += change;
      return {at: 0, order: keys.next().value as number, change, value: total};
    });
    const given = isKnown ? [...rows, first] : rows;
    const ordered = orderVersions(
      given,
      (a, b) => a.at - b.at,
      (a, b) => a.order - b.order,
    ).filter((row) => row !== first);
    for (const [nth, row] of ordered.entries())
      if (nth > 0) expect(row.value - row.change!).toBe(ordered[nth - 1]!.value);
    // Without a total before them, changes that come back to their start may start anywhere.
    if (isKnown || total !== 100) expect(ordered.at(-1)!.value).toBe(total);
  });
  fc.assert(property, {seed, numRuns: 500});
});
