/** The real excerpts, ingested in place by the real command: every file is mapped, every row is counted. */
import {readdirSync, readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {spawnIngest} from '../helpers/ingest.ts';
import {parquetRows} from '../helpers/pipeline.ts';
import {SAMPLES, SAMPLES_MAP, samplesMap} from '../helpers/samples.ts';

test('the map names known sources and has a reason for every omission', () => {
  const {sources, left_out} = samplesMap();
  expect(Object.keys(SOURCES)).toEqual(expect.arrayContaining(Object.keys(sources)));
  for (const [path, reason] of Object.entries(left_out)) expect(reason, path).toMatch(/\S/);
});

describe.skipIf(!SAMPLES)('real samples', () => {
  const folder = SAMPLES ?? '';
  let dataDir = '';
  let manifest: Manifest;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'samples-test-'));
    const run = await spawnIngest({DATA_DIR: dataDir, MIRROR: folder, MIRROR_MAP: SAMPLES_MAP});
    expect(run.stderr).not.toContain('FAILED');
    expect(run.code).toBe(0);
    manifest = JSON.parse(
      readFileSync(join(dataPaths(dataDir).current, inBuild.manifest), 'utf8'),
    ) as Manifest;
  });
  afterAll(() => rm(dataDir, {recursive: true, force: true}));

  const recordsOf = (slug: string): Promise<Record<string, Json>[]> => {
    const dataset = DATASETS[SOURCES[slug]?.dataset ?? ''];
    if (!dataset) throw new Error(`no source ${slug}`);
    return parquetRows(join(dataPaths(dataDir).current, inBuild.part(dataset.name, slug)), dataset);
  };

  test('every file of the folder is named in the map', () => {
    const {sources, left_out} = samplesMap();
    const loaded = new Set(Object.values(sources).flat());
    const files = readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    expect(files.length).toBeGreaterThan(0);
    const unnamed = files.filter(
      (file) => !loaded.has(file) && !Object.keys(left_out).some((start) => file.startsWith(start)),
    );
    expect(unnamed, 'name them in test/samples.map.json').toEqual([]);
    const gone = Object.keys(left_out).filter((start) => !files.some((file) => file.startsWith(start)));
    expect([...loaded].filter((file) => !files.includes(file)).concat(gone)).toEqual([]);
  });

  test('no layout that a sample fits is marked as unverified', () => {
    const marked = manifest.sources.filter(({verified}) => Object.keys(verified ?? {}).length > 0);
    expect(marked.map(({slug, verified}) => [slug, verified])).toEqual([]);
  });

  test('every row is kept, merged or rejected, and at least 99 of 100 are not rejected', () => {
    expect(manifest.sources.map((one) => one.slug).sort()).toEqual(Object.keys(samplesMap().sources).sort());
    for (const {slug, read, kept, merged, rejected, files} of manifest.sources) {
      expect(read, slug).toBeGreaterThan(0);
      expect(kept + merged + rejected, slug).toBe(read);
      expect(kept + merged, slug).toBeGreaterThanOrEqual(0.99 * read);
      expect(
        files.flatMap((file) => file.unknown_columns),
        slug,
      ).toEqual([]);
    }
    expect(manifest.checks.filter((check) => !check.passed && check.severity === 'ERROR')).toEqual([]);
    expect(manifest.synthetic).toBe(false);
  });

  test('a contract with eleven amendments is one record with its latest value', async () => {
    const records = await recordsOf('proactive_contracts');
    expect(records).toHaveLength(2);
    const amended = records.find((one) => one['contract_number'] === 'H105002096');
    expect(amended).toMatchObject({
      reference_number: 'C-2023-2024-Q3-00581',
      vendor: 'SC2.0 STEPPED CARE SOLUTIONS INC.',
      department: 'Health Canada | Santé Canada',
      value: 255261335.35,
      original_value: 18769300,
      amendment_value: 236492035.35,
      date: '2020-04-08',
      instrument_type: 'Contract',
      commodity_type: 'S',
      procurement_method: 'Competitive',
      reporting_period: '2023-2024-Q3',
      contract_period_end: '2024-04-07',
      economic_object_code: '451',
      description: 'Health Care',
      number_of_bids: 3,
      vendor_postal_code: 'A1N',
    });
    const amendments = amended?.['amendments'] as Record<string, Json>[];
    expect(amendments.map((one) => one['reference_number'])).toEqual([
      'C-2020-2021-Q1-00820',
      'C-2020-2021-Q2-00526',
      'C-2020-2021-Q3-00619',
      'C-2021-2022-Q1-00600',
      'C-2021-2022-Q2-00438',
      'C-2021-2022-Q3-00536',
      'C-2022-2023-Q1-00529',
      'C-2022-2023-Q2-00498',
      'C-2022-2023-Q3-00658',
      'C-2023-2024-Q1-00468',
      'C-2023-2024-Q2-00445',
    ]);
    expect(amendments[3]).toEqual({
      amendment_number: null,
      reference_number: 'C-2021-2022-Q1-00600',
      date: '2020-04-08',
      value: 88758073.84,
      amendment_value: 21658673.84,
      reporting_period: '2021-2022-Q1',
    });
    const changes = amendments.map((one) => Math.round(Number(one['amendment_value']) * 100));
    const last = 1759899633;
    expect(changes.reduce((sum, one) => sum + one, last)).toBe(23649203535);
  });

  test('a single contract: the subject is in the column where the department wrote it', async () => {
    const records = await recordsOf('proactive_contracts');
    expect(records.find((one) => one['contract_number'] === '82088/18134541')).toMatchObject({
      vendor: 'Markland Paving Ltd.',
      department: 'National Defence | Défense nationale',
      value: 22692174,
      original_value: 22692174,
      amendment_value: 0,
      description: 'Roads, highways and airport runways, Goose Bay, Labrador',
      source_url: 'https://search.open.canada.ca/contracts/record/dnd-mdn,C-2024-2025-Q1-00011',
      commodity_code: '5131C',
      number_of_bids: null,
      amendments: [],
    });
  });

  test('award notices: totals, other currencies, several end users', async () => {
    const records = await recordsOf('canadabuys_awards');
    expect(records.map((one) => [one['reference_number'], one['value'], one['original_value']])).toEqual([
      ['cb-425-94932874', null, null],
      ['CW2367816', 20408673.25, null],
      ['CW2361535', 48209224, 48209224],
    ]);
    expect(records[0]).toMatchObject({
      currency: 'EUR',
      currency_value: 52924.8,
      department: 'Global Affairs Canada | Affaires mondiales Canada',
      end_user: null,
      procurement_method: 'Competitive',
    });
    expect(records[1]).toMatchObject({
      date: '2024-07-09',
      amendment_number: '002',
      department: 'Public Services and Procurement Canada | Services publics et Approvisionnement Canada',
      end_user: 'Fisheries and Oceans Canada | Pêches et Océans Canada',
      source_url: 'https://canadabuys.canada.ca/en/tender-opportunities/award-notice/cw2367816',
      vendor_group: 'rjg construction',
    });
    expect(String(records[0]?.['full_text_en']).split('\n\n')).toHaveLength(4);
  });

  test('archive of contract history: one record for each contract, totals of the publisher', async () => {
    const records = await recordsOf('canadabuys_contracts');
    expect(records).toHaveLength(8);
    const by = new Map(records.map((one) => [one['contract_number'], one]));
    expect(by.get('W3931-110059/001/PV')).toMatchObject({
      value: 22594,
      original_value: 22594,
      date: '2011-08-31',
      amendment_number: '001',
      vendor: 'Falcan médical inc.',
      amendments: [
        {
          amendment_number: '000',
          reference_number: null,
          date: '2011-08-31',
          value: 22594,
          amendment_value: 0,
          reporting_period: null,
        },
      ],
    });
    expect(by.get('EP947-110001/003/ZF')).toMatchObject({
      value: 1181867,
      original_value: null,
      end_user: null,
    });
    expect(by.get('W0142-10B121/001/STN')).toMatchObject({value: 0, original_value: 13642});
    expect(by.get('9F013-091278/001/QCN')).toMatchObject({
      procurement_method: 'Non-competitive',
      solicitation_procedure: 'Traditional Non-Competitive',
      end_user: 'Canadian Space Agency | Agence spatiale canadienne',
      vendor_postal_code: 'K1R',
    });
  });

  test('archive of tenders: the two languages are one record', async () => {
    expect(await recordsOf('canadabuys_tenders')).toEqual([
      expect.objectContaining({
        reference_number: 'PW-$$ZT-009-27511',
        amendment_number: '004',
        date: '2014-04-01',
        closing_date: '2016-12-30',
        description: 'ProServices/ProServices (E60ZT-120001/E)',
        description_fr: 'Services Pro (E60ZT-120001/E)',
        solicitation_number: 'E60ZT-120001/E',
        notice_status: 'Active',
        end_user: null,
        commodity_codes: ['D302A', 'R019BF'],
        trade_agreements: [],
        full_text_en: '<English description>',
        full_text_fr: '<Description française>',
      }),
    ]);
  });

  test('grants: five agreements with values and texts of the publisher', async () => {
    const records = await recordsOf('proactive_grants');
    const cents = records.map((one) => Math.round(Number(one['value']) * 100));
    expect([records.length, cents.reduce((sum, one) => sum + one, 0)]).toEqual([5, 18518986200]);
    const by = new Map(records.map((one) => [one['reference_number'], one]));
    expect(by.get('278-2025-2026-Q3-00027')).toMatchObject({
      recipient: "City of St. John's | Ville de St. John's",
      recipient_city: "St. John's",
      department:
        'Housing, Infrastructure and Communities Canada | Logement, Infrastructures et Collectivités Canada',
      value: 69639116,
      date: '2025-11-06',
      end_date: '2031-03-31',
      agreement_type: 'Contribution',
      recipient_type: 'Government',
      recipient_country: 'CA',
      amendment_number: '0',
      amendments: [],
      source_url: 'https://search.open.canada.ca/grants/record/infc,278-2025-2026-Q3-00027,current',
    });
    expect(by.get('1910-2024-2025-Qrt4-0000820')).toMatchObject({
      agreement_number: '2021-AT-000006',
      amendment_number: '161',
      amendment_date: '2025-03-26',
      date: '2020-04-01',
      value: 82200,
      recipient_type: 'Indigenous recipient',
      description: 'P064301',
    });
    // The province is the publisher's: Manitoba under the code of Newfoundland and Labrador.
    expect(by.get('099-2024-2025-Q4-00169')).toMatchObject({
      recipient: 'Government of Manitoba',
      recipient_province: 'NL',
      title_en: null,
      description: 'Climate and Economy Solutions Program',
    });
    expect(String(by.get('207-2022-2023-Q4-00812')?.['description'])).toMatch(
      /^The .+ Fund \(CFREF\) helps /,
    );
  });

  test('nil reports: every institution and quarter once, official titles', async () => {
    const records = await recordsOf('proactive_contracts_nil');
    expect(records).toHaveLength(80);
    expect(records.find((one) => one['institution_code'] === 'cer-rec')).toMatchObject({
      department: "Canada Energy Regulator | Régie de l'énergie du Canada",
    });
    const grants = await recordsOf('proactive_grants_nil');
    expect(grants).toHaveLength(140);
    expect(grants.filter((one) => one['institution_code'] === 'cra-arc')).toHaveLength(20);
    expect(grants).toContainEqual(
      expect.objectContaining({institution_code: 'pwgsc-tpsgc', reporting_period: '2021-2022-Q4'}),
    );
  });
});
