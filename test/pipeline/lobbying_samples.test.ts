/**
 * Real names, subjects, institutions and amounts of the registry as cells of its files come out as they went
 * in.
 */
import {describe, expect, test} from 'vitest';
import {lobbying_communications} from '../../datasets/lobbying_communications/schema.ts';
import communications from '../../datasets/lobbying_communications/sources/lobbying_communications.ts';
import {lobbying_registrations} from '../../datasets/lobbying_registrations/schema.ts';
import registrations from '../../datasets/lobbying_registrations/sources/lobbying_registrations.ts';
import type {Json} from '../../datasets/types.ts';
import {published, sampleCommunications, sampleFunding} from '../helpers/lobbying_samples.ts';
import {partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

describe.skipIf(!SAMPLES)('samples of the registry', () => {
  test('communications: names in both languages, subjects and institutions, in Windows-1252', async () => {
    const {rows, zip} = await sampleCommunications();
    expect(rows.length).toBeGreaterThan(400);
    const {entry, records} = await partOf(communications, lobbying_communications, [zip]);
    expect(entry).toMatchObject({
      read: 3 * rows.length,
      kept: rows.length,
      rejected: 0,
      merged_by_reason: {'part of a record': 2 * rows.length},
      notes: {},
    });
    expect(entry.files.find(({name}) => name.endsWith('PrimaryExport.csv'))?.encoding).toBe('windows-1252');
    const byId = new Map(records.map((record) => [record['com_id'], record]));
    for (const [id, fr, en, day, subject, , institution] of rows) {
      expect(byId.get(id ?? '')).toMatchObject({
        client: published(en) ?? published(fr),
        date: day,
        institution: published(institution),
        institutions: [published(institution)],
        subject_list: [published(subject)],
      } as Record<string, Json>);
    }
  });

  test('registrations: public money by institution', async () => {
    const {rows, zip} = await sampleFunding();
    const all = [...rows.values()].flat();
    expect(all.length).toBe(50);
    const {entry, records} = await partOf(registrations, lobbying_registrations, [zip]);
    expect(entry).toMatchObject({
      read: rows.size + all.length,
      kept: rows.size,
      rejected: 0,
      merged_by_reason: {'part of a record': all.length},
      notes: {},
    });
    for (const [id, own] of rows) {
      expect(records.find((record) => record['reg_id'] === id)).toMatchObject({
        client: published(own[0]?.[2]),
        effective_date: own[0]?.[1],
        government_funding: own.map(([, , , institution, amount]) => ({
          institution: published(institution),
          amount: Number(amount),
        })),
      } as Record<string, Json>);
    }
  });
});
