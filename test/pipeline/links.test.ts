/**
 * Links in the manifest and the report: counted by rule, with what stayed open, for every entity that
 * declares them.
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {DERIVED} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {countLinks} from '../../pipeline/check/run.ts';
import type {ReportData} from '../../pipeline/report/data.ts';
import {linksSection} from '../../pipeline/report/details.ts';
import {resolveNames} from '../../pipeline/write/organizations.ts';
import {makeLedgerViews, makeViews} from '../../pipeline/write/views.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

let made: Awaited<ReturnType<typeof memoryDatabase>>;
beforeAll(async () => {
  made = await memoryDatabase();
  await made.db.run(asOfMacro('2026-01-02'));
  await makeViews(made.db, {});
  await makeLedgerViews(made.db, {});
});
afterAll(() => made.close());

const report = (links: Manifest['links']): string =>
  String(linksSection({manifest: {links}} as unknown as ReportData));

test('a build without records has no links', async () => {
  for (const {name, sql, resolved} of Object.values(DERIVED)) {
    if (resolved) await resolveNames(made.db, resolved);
    if (typeof sql !== 'string') await made.db.run(`CREATE TABLE ${name} AS ${sql}`);
  }
  expect(await countLinks(made.db)).toEqual([]);
  expect(report([])).toContain('No records of this build are linked');
});

test('links are counted by kind, the most frequent rule first', async () => {
  await made.db.run(`INSERT INTO communication_links BY NAME SELECT * FROM (VALUES
    ('1', 'registrant, client and date', ['name and term', 'other name']), ('2', 'none of this registrant and client in force', ['ambiguous']),
    ('3', 'registrant, client and date', ['other name'])) AS t(com_id, reg_rule, rules)`);
  const links = await countLinks(made.db);
  expect(links).toEqual(
    [
      ['communication to registration', 'registrant, client and date', 2],
      ['communication to registration', 'none of this registrant and client in force', 1],
      ['official to politician', 'other name', 2],
      ['official to politician', 'ambiguous', 1],
      ['official to politician', 'name and term', 1],
    ].map(([link, rule, count]) => ({entity: 'communication_links', link, rule, count})),
  );
  const text = report(links);
  expect(text).toContain('<caption>official to politician</caption>');
  expect(text).toMatch(/<th scope="row">ambiguous<\/th><td[^>]*>1<\/td><td[^>]*>25%<\/td>/);
});
