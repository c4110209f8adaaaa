/** The generated corpus: same seed, same bytes; headers and encodings of the publishers; every quirk. */
import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {PERMIT_MUNICIPALITIES} from '../../datasets/permits/cities.ts';
import {vendorKey} from '../../datasets/rules/text.ts';
import {ZONING_MUNICIPALITIES} from '../../datasets/zoning/cities.ts';
import {FILES, FORMS, rowsOf as readRows, textOf as readText} from '../helpers/corpus_forms.ts';
import {entriesOf} from '../helpers/zip_entries.ts';
import {AWARD_FORMS} from './canadabuys/awards.ts';
import {HISTORY_FORMS} from './canadabuys/contracts.ts';
import {TENDER_FORMS} from './canadabuys/tenders.ts';
import type {FileForm} from './files/csv.ts';
import {type Corpus, generate, quirkTables} from './generate.ts';
import {LIES, type Lie} from './lies.ts';
import {linkOf, PLANS} from './plan.ts';
import {REGISTRY_FORMS} from './registry/contracts.ts';
import {NOTICE} from './vocabulary/texts.ts';
import {vendor} from './vocabulary/vendors.ts';

const quiet = () => {};

/** Sources of joined files in zips, and of documents. */
const ARCHIVES = ['lobbying_registrations', 'lobbying_communications'];
const DOCUMENTS = [
  'legisinfo_bills',
  'commons_votes',
  'commons_members',
  'parlinfo',
  'commons_committees',
  'bill_analysis',
];

/** Files in the form of their portal: permits and zones of the cities, empty reports. */
const LAYERS = [
  'proactive_contracts_nil',
  'proactive_grants_nil',
  ...ZONING_MUNICIPALITIES.map((city) => `${city}_zoning`),
  ...PERMIT_MUNICIPALITIES.map((city) => `${city}_permits`),
];
/** Old workbooks keep texts with two bytes a letter, from any byte on. */
const textIn = async (path: string): Promise<string> => {
  const bytes = await readFile(path);
  const wide = path.endsWith('.xls') ? [bytes, bytes.subarray(1)] : [];
  return [bytes.toString('latin1'), ...wide.map((from) => from.toString('utf16le'))].join('\n');
};

let folder: string;
let out: string;
let corpus: Corpus;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  out = join(folder, 'first');
  ({corpus} = await generate({scale: 'small', seed: 'test', out, tell: quiet}));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

const bytesOf = (slug: string, form: FileForm) => readFile(join(out, slug, form.name));
const textOf = (slug: string, form: FileForm) => readText(out, slug, form);
const rowsOf = (slug: string, form: FileForm) => readRows(out, slug, form);

async function treeOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, {recursive: true, withFileTypes: true});
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = paths
    .sort()
    .map(async (path) => [path.slice(root.length), (await readFile(path)).toString('latin1')] as const);
  return Object.fromEntries(await Promise.all(contents));
}

describe('a corpus', () => {
  test('has the same bytes for the same seed, and others for another', async () => {
    const again = join(folder, 'again');
    const order = {scale: 'small', seed: 'test', out: again, tell: quiet};
    expect((await generate(order)).made).toBe(true);
    const first = await treeOf(out);
    expect(await treeOf(again)).toEqual(first);
    expect((await generate({...order, seed: 'other'})).made).toBe(true);
    const second = await treeOf(again);
    expect(Object.keys(second)).toEqual(Object.keys(first));
    for (const {slug, form} of FILES) {
      expect(second[`/${slug}/${form.name}`] === first[`/${slug}/${form.name}`], form.name).toBe(false);
    }
  });

  test('is kept when it is complete, and made again when a file is not', async () => {
    const order = {scale: 'small', seed: 'test', out, tell: quiet};
    expect(await generate(order)).toEqual({corpus, made: false});
    await writeFile(join(out, 'proactive_contracts', REGISTRY_FORMS.older.name), 'cut');
    expect(await generate(order)).toEqual({corpus, made: true});
  });

  test('never replaces a folder that it did not write', async () => {
    const foreign = await mkdtemp(join(folder, 'foreign-'));
    await writeFile(join(foreign, 'mine.txt'), 'mine');
    const order = {scale: 'small', seed: 'test', out: foreign, tell: quiet};
    await expect(generate(order)).rejects.toThrow('name another folder in OUT');
    expect(await readFile(join(foreign, 'mine.txt'), 'utf-8')).toBe('mine');
    await expect(generate({...order, scale: 'huge'})).rejects.toThrow(
      'SCALE is "huge": use one of small, national',
    );
  });

  test('says everywhere that it is synthetic', async () => {
    expect(JSON.parse(await readFile(join(out, 'mirror.json'), 'utf-8'))).toMatchObject({
      synthetic: true,
      notice: NOTICE.en,
    });
    expect(await readFile(join(out, 'SYNTHETIC.txt'), 'utf-8')).toContain(NOTICE.en);
    for (const {slug, form} of FILES) {
      expect(form.name).toMatch(/^synthetic-/);
      const [, first = []] = await rowsOf(slug, form);
      expect(
        first.some((cell) => cell.includes(NOTICE.en)),
        form.name,
      ).toBe(true);
    }
    for (const [slug, {left_out}] of Object.entries(corpus.sources)) {
      for (const name of left_out) {
        expect(name).toMatch(/^synthetic-/);
        expect(await readFile(join(out, slug, name), 'latin1')).toContain(NOTICE.en);
      }
    }
    for (const slug of [...ARCHIVES, ...DOCUMENTS, ...LAYERS]) {
      for (const name of await readdir(join(out, slug))) {
        expect(name).toMatch(/^synthetic-/);
        const texts = /\.(?:zip|xlsx)$/.test(name)
          ? await entriesOf(join(out, slug, name))
          : {[name]: await textIn(join(out, slug, name))};
        expect(Object.values(texts).join('\n'), name).toContain(NOTICE.en);
      }
    }
  });
});

/** Header names as they are compared: without accents, case, blanks and punctuation. */
const bare = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Forms of earlier header generations, which no declaration spells out as a whole. */
function isOlder(form: FileForm): boolean {
  return form.name.includes('-older') || [REGISTRY_FORMS.older, AWARD_FORMS.older].includes(form);
}

describe('a file', () => {
  test.each(FILES)('$form.name has the header of a declared layout', async ({slug, form}) => {
    const source = SOURCES[slug];
    const [header = []] = await rowsOf(slug, form);
    expect(header).toEqual([...form.header]);
    const whole = source?.layouts.some((layout) => layout.header.join() === header.join()) ?? false;
    expect(whole).toBe(!isOlder(form));
    const known = new Set(
      source?.layouts.flatMap(({header, aliases: older}) => [...header, ...Object.keys(older)].map(bare)),
    );
    expect(header.filter((name) => !known.has(bare(name)))).toEqual([]);
  });

  test.each(FILES)('$form.name has the bytes of its publisher', async ({slug, form}) => {
    const bytes = await bytesOf(slug, form);
    const mark = form.encoding === 'utf-16' ? [0xff, 0xfe] : [0xef, 0xbb, 0xbf];
    expect(bytes.subarray(0, mark.length).equals(Buffer.from(mark))).toBe(form.bom);
    const utf8 = (() => {
      try {
        return new TextDecoder('utf-8', {fatal: true}).decode(bytes) !== '';
      } catch {
        return false;
      }
    })();
    const ascii = bytes.every((byte) => byte < 0x80);
    expect(utf8).toBe(form.encoding === 'utf-8' || ascii);
    const text = await textOf(slug, form);
    expect(text.endsWith(form.end)).toBe(true);
    // a carriage return stands only where a record ends
    const records = (await rowsOf(slug, form)).length;
    expect(text.split('\r').length - 1).toBe(form.end === '\r\n' ? records : 0);
    if (form.quoting === 'all') expect(text.replace('\ufeff', '')).toMatch(/^"[^"]*","/);
  });

  test('older generations lack what came later', () => {
    expect(AWARD_FORMS.current.header).toHaveLength(80);
    expect(AWARD_FORMS.older.header).toHaveLength(76);
    expect(REGISTRY_FORMS.current.header).toHaveLength(43);
    expect(REGISTRY_FORMS.older.header).toContain('document_type_code');
    expect(REGISTRY_FORMS.older.header).not.toContain('instrument_type');
    expect(REGISTRY_FORMS.older.header).not.toContain('number_of_bids');
  });

  test('Windows-1252 bytes stand for accents and curly apostrophes', async () => {
    const bytes = await bytesOf('canadabuys_awards', AWARD_FORMS.archive);
    expect(bytes.includes(Buffer.from('Fran\xe7ais', 'latin1'))).toBe(true);
    expect(bytes.includes(Buffer.from('l\x92autorisation', 'latin1'))).toBe(true);
  });
});

describe('the oracle', () => {
  test('accounts for every row', async () => {
    for (const [slug, expected] of Object.entries(corpus.sources)) {
      const sum = (counts: Record<string, number>) =>
        Object.values(counts).reduce((all, one) => all + one, 0);
      expect(expected.kept + expected.merged + expected.rejected, slug).toBe(expected.rows);
      expect(sum(expected.merged_by_kind)).toBe(expected.merged);
      expect(sum(expected.rejected_by_kind)).toBe(expected.rejected);
      expect(sum(expected.files)).toBe(expected.rows);
      for (const form of FORMS[slug] ?? []) {
        expect((await rowsOf(slug, form)).length - 1, form.name).toBe(expected.files[form.name]);
      }
    }
  });

  test('has the records that the scale promises', () => {
    expect(corpus.datasets).toEqual({
      contracts: 2400,
      nil_reports: 140,
      awards: 700,
      tenders: 500,
      grants: 1500,
      research_grants: 1300,
      infrastructure_projects: 200,
      lobbying_registrations: 600,
      lobbying_communications: 900,
      bills: 160,
      votes: 122,
      // as many as the elections of the seed bring
      members: expect.closeTo(225, -1.5),
      parliamentarians: expect.closeTo(393, -1.5),
      committee_sessions: 116,
      bill_analyses: 17,
      zoning: 1000,
      permits: 1720,
    });
    expect(corpus.solicitation_share).toBeGreaterThan(0.035);
    expect(corpus.solicitation_share).toBeLessThan(0.045);
    const {proactive_contracts, canadabuys_contracts, canadabuys_awards, canadabuys_tenders} =
      PLANS['national'] ?? {};
    expect((proactive_contracts ?? 0) + (canadabuys_contracts ?? 0)).toBe(1_232_385);
    expect([canadabuys_awards, canadabuys_tenders]).toEqual([130_000, 97_000]);
    expect(PLANS['national']).toMatchObject({
      proactive_grants: 1_276_865,
      declared: {nserc_awards: 701_310, sshrc_awards: 220_276, infrastructure_projects: 20_474},
      lobbying_registrations: 166_941,
      lobbying_communications: 354_745,
      politicians: {total: 14_299},
    });
    const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
    const {bills = {}, divisions = {}} = PLANS['national'] ?? {};
    expect(sum(Object.values(bills))).toBe(446);
    // those on a bill have ballots; the session of the older list has none
    const voted = Object.entries(divisions).filter(([id]) => id !== '42-1');
    expect(sum(voted.map(([, {on_bills}]) => on_bills))).toBeGreaterThanOrEqual(1_500);
    expect(sum(Object.values(PLANS['national']?.permits ?? {}))).toBe(2_511_023);
  });

  test('counts every quirk of the table at least once', () => {
    for (const [slug, quirks] of Object.entries(quirkTables())) {
      const counts = corpus.sources[slug]?.quirks ?? {};
      expect(Object.keys(counts)).toEqual(Object.keys(quirks));
      expect(
        Object.keys(counts).filter((name) => !counts[name]),
        slug,
      ).toEqual([]);
    }
  });

  test('has every lie in the table of its page', async () => {
    const page = await readFile(new URL('../../docs/inside/corpus-lies.md', import.meta.url), 'utf-8');
    const rows = Object.entries(LIES).flatMap(([source, lies]) =>
      Object.entries<Lie>(lies).map(
        ([name, {help, comes}]) => `| ${source} | \`${name}\` | ${help} | ${comes} |`,
      ),
    );
    const [, table = ''] = page.split('| source | lie |');
    expect(table.split('\n\n')[0]?.split('\n').slice(2)).toEqual(rows);
  });

  test('has samples with distinct ids', () => {
    const ids = Object.values(corpus.sources).flatMap(({dataset, samples}) =>
      samples.flatMap(({record_id}) => (record_id === null ? [] : [`${dataset} ${record_id}`])),
    );
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('links tenders, awards and contracts by the same numbers', async () => {
    const numbers = async (slug: string, forms: FileForm[]) => {
      const found = new Set<string>();
      for (const form of forms) {
        const [header = [], ...rows] = await rowsOf(slug, form);
        const column = header.findIndex((name) => /^solicitation(_n|N)umber/.test(name));
        for (const row of rows) if (/\d/.test(row[column] ?? '')) found.add(row[column] ?? '');
      }
      return found;
    };
    const tenders = await numbers('canadabuys_tenders', Object.values(TENDER_FORMS));
    const awards = await numbers('canadabuys_awards', Object.values(AWARD_FORMS));
    const contracts = await numbers('canadabuys_contracts', [HISTORY_FORMS.current]);
    const whole = [...contracts].filter((number) => tenders.has(number) && awards.has(number));
    expect(whole.length).toBeGreaterThan(5);
    expect([...tenders].some((number) => number.includes('/'))).toBe(true);
  });
});

describe('parts', () => {
  test('vendors have keys of their own, and one for all their spellings', () => {
    const keys = new Set<string>();
    for (let index = 0; index < 45_000; index++) {
      const {spellings} = vendor(index);
      const own = new Set(spellings.map(vendorKey));
      expect(own.size, spellings.join(' / ')).toBe(1);
      for (const key of own) keys.add(key);
    }
    expect(keys.size).toBe(45_000);
    const names = Array.from({length: 48}, (_, i) => vendor(i).spellings.join()).join();
    for (const sign of ['&', '/', '+', '%', '"', "'", '’', ',', '|']) expect(names).toContain(sign);
  });

  test('links are spread evenly and each is used once', () => {
    const links = Array.from({length: 700}, (_, i) => linkOf(i, 700, 64)).filter((link) => link !== null);
    expect(links).toEqual(Array.from({length: 64}, (_, i) => i));
  });
});
