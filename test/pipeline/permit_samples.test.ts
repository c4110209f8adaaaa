/**
 * Real permits of six cities: days, costs and points are those of an independent reading of the same files.
 */
import {beforeAll, describe, expect, test} from 'vitest';
import {type Cells, CITIES, clean, filesOf, partOfCity, type Row, rowsOf} from '../helpers/permit_samples.ts';
import type {MadePart} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

/**
 * ISO day of a cell: `2014-08-15`, `2014/08/15`, `08/15/2014` or `20140815000000`, with or without a time.
 */
function dayOf(text: string): string {
  const monthFirst = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text);
  if (monthFirst) return `${monthFirst[3]}-${monthFirst[1]}-${monthFirst[2]}`;
  const digits = text.replace(/[-/]/g, '').slice(0, 8);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

describe.skipIf(!SAMPLES)('real permits', () => {
  describe.each(Object.entries(CITIES))('%s', (city, {number, issued, applied, cost}) => {
    const rows: Cells[] = [];
    let part: MadePart;
    let byNumber: Map<string, Row[]>;

    beforeAll(async () => {
      const files = filesOf(city);
      rows.push(...files.flatMap(rowsOf));
      part = await partOfCity(city);
      const versions = part.records.flatMap((record) => {
        const rowsOfRecord = record['versions'] as Row[];
        return (rowsOfRecord.length ? rowsOfRecord : [record]).map(
          (one) => [one['source_reference'], record] as const,
        );
      });
      byNumber = new Map();
      for (const [reference, record] of versions)
        byNumber.set(String(reference), [...(byNumber.get(String(reference)) ?? []), record]);
    });

    const referenceOf = (row: Cells) => number.map((name) => row[name]).join('-');
    const recordsOf = (row: Cells): Row[] => byNumber.get(referenceOf(row)) ?? [];
    /**
     * Whether the row is an earlier or later version of a permit that another row gives, as revisions are.
     */
    const isOther = (row: Cells) =>
      recordsOf(row).every((one) => one['source_reference'] !== referenceOf(row));
    const cells = (name: string | undefined) => (name ? rows.filter((row) => clean(row[name])) : []);

    test('every row is counted, and nearly all are kept', () => {
      const {read, kept, merged, rejected, files} = part.entry;
      expect(read).toBe(rows.length);
      expect(kept + merged + rejected).toBe(read);
      expect(kept + merged).toBeGreaterThanOrEqual(0.99 * read);
      expect(files.flatMap((file) => file.unknown_columns)).toEqual([]);
      for (const row of rows) expect(recordsOf(row), JSON.stringify(row)).not.toEqual([]);
    });

    test('at least 95 of 100 permits that name a kind get a type by a rule', () => {
      const named = part.records.filter((one) => one['permit_type_raw'] !== null);
      const guessed = Object.entries(part.entry.notes)
        .filter(([note]) => note.startsWith('permit_type:'))
        .reduce((sum, [, count]) => sum + count, 0);
      expect(guessed).toBeLessThanOrEqual(0.05 * named.length);
      const unknown = Object.keys(part.entry.notes).filter((note) => note.startsWith('status:'));
      expect(unknown).toEqual([]);
    });

    test('dates equal those of the file', () => {
      for (const [column, field] of [
        [issued, 'issued_date'],
        [applied, 'application_date'],
      ] as const) {
        for (const row of cells(column).filter((one) => !isOther(one))) {
          const day = dayOf(row[column ?? ''] ?? '');
          expect(
            recordsOf(row).map((one) => one[field]),
            `${field} of ${JSON.stringify(row)}`,
          ).toContain(day);
        }
      }
      for (const record of part.records) {
        expect(record['date']).toBe(record['issued_date'] ?? record['application_date']);
      }
    });

    test('costs equal those of the file; 0, texts and malformed numbers (`99,50`) become null, `48,500.` is 48500', () => {
      for (const row of cells(cost).filter((one) => !isOther(one))) {
        const cell = row[cost ?? ''] ?? '';
        const malformed = /,(?!\d{3}(?:\D|$))/.test(cell);
        const amount = malformed ? 0 : Number(cell.replaceAll(',', ''));
        const expected = amount > 0 ? Math.round(amount * 100) / 100 : null;
        expect(
          recordsOf(row).map((one) => one['estimated_cost']),
          JSON.stringify(row),
        ).toContain(expected);
      }
      if (!cost) expect(part.records.every((one) => one['estimated_cost'] === null)).toBe(true);
    });

    test('points equal those of the file', () => {
      for (const row of rows) {
        const [lat, lng] = [row['latitude'] ?? row['LATITUDE'], row['longitude'] ?? row['LONGITUDE']];
        if (!lat || !lng || isOther(row)) continue;
        const points = recordsOf(row).map((one) => [one['lat'], one['lng']]);
        expect(points).toContainEqual([Number(lat), Number(lng)]);
      }
    });

    test('no personal data is kept', () => {
      const addresses = ['ApplicantAddress', 'BuildingContractorAddress'];
      for (const row of rows) {
        for (const column of addresses) {
          const address = clean(row[column]);
          if (!address || address === clean(row['Address'])) continue;
          for (const record of recordsOf(row)) expect(Object.values(record)).not.toContain(address);
        }
      }
      for (const record of part.records) {
        const texts = Object.values(record)
          .filter((one) => typeof one === 'string')
          .join('\n');
        expect(texts).not.toMatch(/[\w.+-]+@[\w-]+\.\w|\b[2-9]\d\d[-. ][2-9]\d\d[-. ]\d{4}\b/);
      }
    });
  });
});
