/**
 * French names, accents and bytes of Windows-1252, from archives of the registry through an ingest to
 * answers.
 */
import {cpSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {apiClient} from '../helpers/api.ts';
import {handle} from '../helpers/handle.ts';
import {indexHere, ingest} from '../helpers/ingest.ts';
import {published, sampleCommunications} from '../helpers/lobbying_samples.ts';
import {folder} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';
import {type Service, testService} from '../helpers/service.ts';
import {zipOf} from '../helpers/zips.ts';

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));
const ARCHIVES = {
  lobbying_registrations: 'registrations_enregistrements_ocl_cal.zip',
  lobbying_communications: 'communications_ocl_cal.zip',
};

/** A mirror with the archives of the golden cases and, if present, the real names. */
async function mirror(): Promise<string> {
  const root = await folder();
  for (const [slug, archive] of Object.entries(ARCHIVES)) {
    const at = join(GOLDEN, slug, 'archive_2026', archive);
    const entries = readdirSync(at).map((name) => [name, readFileSync(join(at, name))]);
    mkdirSync(join(root, slug));
    cpSync(await zipOf(Object.fromEntries(entries)), join(root, slug, archive));
  }
  return root;
}

let service: Service | undefined;
let engine: Engine | undefined;
let get: ReturnType<typeof apiClient>;
let sample: string[][] = [];
beforeAll(async () => {
  const [dataDir, root] = [await folder(), await mirror()];
  if (SAMPLES) {
    const {rows, zip} = await sampleCommunications();
    sample = rows;
    cpSync(zip, join(root, 'lobbying_communications', 'sample.zip'));
  }
  const {code, stdout, stderr} = await ingest({DATA_DIR: dataDir, MIRROR: root}, {index: indexHere});
  expect(code, stdout + stderr).toBe(0);
  const opened = await openBuild(join(dataDir, 'current'));
  const {context, ...rest} = await testService();
  [engine, service] = [opened, {context, ...rest}];
  const builds = {
    ...context.builds,
    info: () => opened.info,
    acquire: () => ({engine: opened, release() {}}),
  };
  get = apiClient((request) => handle(request, {...context, builds}), rest.key);
});
afterAll(async () => {
  service?.close();
  await engine?.close();
});

const at = (path: string) => `/api/v1/lobbying/${path}`;

test('a registration has the texts of its Windows-1252 and UTF-8 files', async () => {
  const {data, text} = await get(at('registrations/930001'));
  expect(data).toMatchObject({
    client: 'Kestrel Breweries Ltd.',
    client_fr: 'Les brasseries Crécerelle Ltée',
    lobbyist_name: 'Noëlle Bérubé',
    active: true,
    subject_details: ['Excise Act, 2001: rates for small brewers', 'Étiquetage «bilingue»'],
    communications_count: 1,
  });
  expect(Buffer.from(text).includes(Buffer.from('Crécerelle Ltée', 'utf8'))).toBe(true);
  const {data: guild} = await get(at('registrations/930003'));
  expect(guild).toMatchObject({client: "Coalition des phares de l'Îlot", active: false});
});

test('a communication has names, titles and its registration', async () => {
  const {data} = await get(at('communications/690001'));
  expect(data).toMatchObject({
    lobbyist_name: 'Noëlle Bérubé',
    lobbyist_firm: 'Northline Strategies',
    registration_type: 'Consultant',
    reg_id: '930001',
    dpoh_name: 'Caroline Séguin; Mélanie Joly-Arsenault; CAROLINE SÉGUIN',
    institution: "Canadian Heritage (PCH); Prime Minister's Office (PMO)",
    subject_list: ['Consumer Issues', 'Government Procurement'],
  });
  // The report lacks the name of its registrant; the registration has it.
  expect((await get(at('communications/690003'))).data).toMatchObject({
    lobbyist_name: 'Ines Okafor',
    reg_id: '930002',
  });
});

test.each([
  ['registrations?client=CRECERELLE', ['930001', '930000']],
  ['registrations?institution=P%C3%8Aches', ['930003']],
  ['registrations?lobbyist=d%27amours', ['930003']],
  ['registrations?subject=other', ['930000']],
  ['registrations?subject=procurement%2C+excise', []],
  ['registrations?active=0', ['930000', '930003', '930004']],
  ['communications?dpoh=seguin;+mel', []],
  ['communications?dpoh=seguin', ['690001']],
  ['communications?subject=bouees', ['690002']],
  ['communications?lobbyist=okafor', ['690003', '690004']],
])('%s finds item by item, by folded text', async (target, ids) => {
  const {rows} = await get(at(target));
  expect(rows.map((row) => row['reg_id'] ?? row['com_id'])).toEqual(ids);
});

test('groups count a record once in each of its institutions', async () => {
  const {rows} = await get(at('communications/stats?group_by=institution&client=kestrel'));
  expect(rows.map((row) => [row['group_value'], row['record_count'], row['sum_value']])).toEqual([
    ['Canadian Heritage (PCH)', 1, null],
    ['Infrastructure Canada', 1, null],
    ["Prime Minister's Office (PMO)", 1, null],
    ['Unknown', 1, null],
  ]);
});

describe.skipIf(!SAMPLES)('real names', () => {
  test('every one is answered byte for byte', async () => {
    expect(sample.length).toBeGreaterThan(400);
    for (const [id, fr, en, day, subject, , institution] of sample) {
      const {data, text} = await get(at(`communications/${id}`));
      const client = published(en) ?? published(fr);
      expect(data).toMatchObject({
        client,
        date: day,
        institution: published(institution),
        subjects: published(subject),
      });
      expect(Buffer.from(text).includes(Buffer.from(JSON.stringify(client)))).toBe(true);
    }
  });
});
