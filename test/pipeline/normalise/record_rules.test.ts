/** The rules that join rows: what they read, and the order of versions. */
import {expect, test} from 'vitest';
import {SOURCES} from '../../../datasets/index.ts';
import {RECORD_RULES} from '../../../pipeline/normalise/record_rules/index.ts';
import type {RecordRule} from '../../../pipeline/normalise/record_rules/types.ts';
import {versionFields} from '../../../pipeline/normalise/versions.ts';

test('a rule reads no field that none of its sources has', () => {
  for (const [name, rule] of Object.entries(RECORD_RULES) as unknown as [string, RecordRule][]) {
    const sources = Object.values(SOURCES).filter(
      ({versions}) => versions && 'rule' in versions && versions.rule === name,
    );
    const fields = sources.flatMap(({layouts}) =>
      layouts.flatMap((layout) => Object.keys(layout.fields ?? {})),
    );
    const read = versionFields([...rule.candidates, ...Object.values(rule.read)]);
    expect(
      read.filter((field) => !fields.includes(field)),
      name,
    ).toEqual([]);
  }
});
