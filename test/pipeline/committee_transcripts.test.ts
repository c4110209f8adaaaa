/** Transcripts of meetings at which nobody is named as a speaker: the meeting stands, without a chair. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {committee_sessions as dataset} from '../../datasets/committee_sessions/schema.ts';
import source from '../../datasets/committee_sessions/sources/commons_committees.ts';
import {folder, partOf} from '../helpers/pipeline.ts';

const HEAD = {
  Acronyme: 'HARB',
  MetaNumberNumber: '012',
  MetaDateNumYear: '2023',
  MetaDateNumMonth: '11',
  MetaDateNumDay: '07',
  InstitutionDebateEn: 'Standing Committee on Harbours',
  InstitutionDebateFr: 'Comité permanent des havres',
  ParliamentNumber: '44',
  SessionNumber: '1',
  InCameraNote: 'In Camera',
  MetaCreationTime: '2023/11/07 15:30:00',
};

const item = ([name, value]: [string, string]) => `<ExtractedItem Name="${name}">${value}</ExtractedItem>`;

async function committeeOf(head: Record<string, string>) {
  const path = join(await folder(), '12-en.xml');
  const items = Object.entries(head).map(item).join('\n');
  await writeFile(
    path,
    `<?xml version="1.0" encoding="utf-8"?>\n<Hansard id="12" xml:lang="en"><ExtractedInformation>${items}</ExtractedInformation></Hansard>`,
  );
  return partOf(source, dataset, [path]);
}

const meeting = {number: 12, date: '2023-11-07', start_time: '15:30', in_camera: true};

test.each([
  ['names no speaker', HEAD, null],
  ['leaves the speaker blank', {...HEAD, SpeakerName: ''}, null],
  ['names the chair', {...HEAD, SpeakerName: 'Ms. Maren Lindqvist'}, 'Ms. Maren Lindqvist'],
])('a transcript that %s', async (_, head, chair) => {
  const {entry, records} = await committeeOf(head);
  expect(entry).toMatchObject({read: 2, kept: 1, merged: 1, rejected: 0, notes: {}});
  expect(records[0]).toMatchObject({
    acronym: 'HARB',
    name_en: 'Standing Committee on Harbours',
    transcripts: [{...meeting, chair}],
  });
});

test('a transcript that does not say its committee is still refused', async () => {
  const {Acronyme: _, ...rest} = HEAD;
  await expect(committeeOf(rest)).rejects.toThrow(/has ExtractedItem\[@Name=Acronyme\]/);
});
