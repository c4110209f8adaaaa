/**
 * Sector tags: the rule over titles, and how well the key words find what people say of a sample of bills.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SECTORS, sectorsSql} from '../../datasets/codes/sectors.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';
import {type Labels, OF_42, OF_44} from '../helpers/sector_labels.ts';

let memory: Awaited<ReturnType<typeof memoryDatabase>>;
beforeAll(async () => {
  memory = await memoryDatabase();
});
afterAll(() => memory.close());

type Titles = readonly (string | null)[];

/** Tags of several bills by their four titles at most, in one statement. */
async function tagsOfAll(bills: readonly Titles[]): Promise<string[][]> {
  const positions = [0, 1, 2, 3];
  await memory.db.run(
    `CREATE OR REPLACE TABLE titles (nth INTEGER, ${positions.map((at) => `t${at} VARCHAR`).join(', ')})`,
  );
  const rows = bills.map((titles, at) => {
    const cells = positions.map((position) =>
      titles[position] == null ? 'NULL' : literal(titles[position]),
    );
    return `(${[at, ...cells].join(', ')})`;
  });
  await memory.db.run(`INSERT INTO titles VALUES ${rows.join(', ')}`);
  const sql = sectorsSql(positions.map((at) => `t${at}`));
  const read = await memory.db.runAndReadAll(`SELECT ${sql} FROM titles ORDER BY nth`);
  return read.getRowsJson().map(([tags]) => tags as string[]);
}

const tagsOf = async (...titles: Titles): Promise<string[]> => (await tagsOfAll([titles]))[0] ?? [];

describe('the rule', () => {
  test.each<[title: string, tags: string[]]>([
    ['An Act respecting taxis and taxidermy', []],
    ['An Act respecting TAX.', ['taxation']],
    ['An Act to amend the Income-Tax Act', ['taxation']],
    ['Loi concernant l’ÉNERGIE', ['energy']],
    ["Loi concernant l'energie", ['energy']],
    ['An Act respecting old\nage\tsecurity', ['seniors']],
    ['An Act respecting old people and age security', []],
    ['An Act granting sums for the fiscal year', []],
    ['Loi sur la recherche et le sauvetage', []],
    ['An Act to amend the Indian Act (residential schools)', ['indigenous']],
  ])('"%s"', async (title, tags) => {
    expect(await tagsOf(title)).toEqual(tags);
  });

  test('matches within every title, in the order of the table', async () => {
    expect(await tagsOf('An Act respecting veterans', null, null, 'Loi sur les pêches')).toEqual([
      'fisheries',
      'veterans',
    ]);
    expect(await tagsOf('An Act respecting old age', 'security of harbours')).toEqual([]);
    expect(await tagsOf(null, null, null, null)).toEqual([]);
    expect(await tagsOf('', "'); DROP TABLE bills")).toEqual([]);
  });

  test('finds every word of the table, alone and within a title', async () => {
    const words = Object.entries(SECTORS).flatMap(([tag, {en, fr}]) =>
      [...en, ...fr].map((word) => ({tag, word})),
    );
    const actual = await tagsOfAll(words.map(({word}) => [`Act: ${word}, Loi`]));
    expect(words.filter(({tag}, at) => !actual[at]?.includes(tag))).toEqual([]);
    expect(words.length).toBeGreaterThan(700);
  });

  test('has no word twice for one tag', () => {
    for (const [tag, {en, fr}] of Object.entries(SECTORS)) {
      for (const list of [en, fr]) {
        const folded = list.map(fold);
        expect(
          folded.filter((word, at) => folded.indexOf(word) !== at),
          tag,
        ).toEqual([]);
      }
    }
  });
});

/** Precision and recall of the tags against those of people. */
function measured(sample: readonly {labels: string[]; tags: string[]}[]): {
  precision: number;
  recall: number;
} {
  const right = sample.flatMap(({labels, tags}) => tags.filter((tag) => labels.includes(tag))).length;
  return {
    precision: right / sample.flatMap(({tags}) => tags).length,
    recall: right / sample.flatMap(({labels}) => labels).length,
  };
}

/** Tags of a person for titles of bills, read in place; bills are identified by number. */
async function measure(name: string, labels: Labels, titles: ReadonlyMap<string, Titles>) {
  const numbers = Object.keys(labels);
  const known = numbers.map((number) => {
    const actual = titles.get(number);
    if (!actual) throw new Error(`the sample has no bill ${number}`);
    return actual;
  });
  const tags = await tagsOfAll(known);
  const sample = numbers.map((number, at) => ({
    number,
    labels: (labels[number] ?? '').split(' ').filter(Boolean),
    tags: tags[at] ?? [],
  }));
  const result = measured(sample);
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  process.stdout.write(
    `sector tags of ${sample.length} bills of ${name}: precision ${percent(result.precision)}, recall ${percent(result.recall)}\n`,
  );
  return result;
}

describe.skipIf(!SAMPLES)('bills labelled by hand', () => {
  const at = join(SAMPLES ?? '', 'legisinfo');

  test('of the 44th Parliament', async () => {
    type Bill = Record<string, string | null>;
    const bills = JSON.parse(readFileSync(join(at, 'list-json/44-1_S-1_to_C-249.json'), 'utf8')) as Bill[];
    const titles = new Map(
      bills.map((bill) => [
        bill['NumberCode'] ?? '',
        ['LongTitleEn', 'LongTitleFr', 'ShortTitleEn', 'ShortTitleFr'].map((key) => bill[key] ?? null),
      ]),
    );
    const {precision, recall} = await measure('the 44th Parliament', OF_44, titles);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  test('of the 42nd Parliament', async () => {
    const xml = readFileSync(join(at, 'legacy-xml/42-1_part.xml'), 'utf8');
    const titles = new Map(
      [...xml.matchAll(/<BillNumber prefix="(\w)" number="(\d+)" \/>(.*?)<BillType>/gs)].map(
        ([, prefix, number, inside = '']) => [
          `${prefix}-${number}`,
          [...inside.matchAll(/<Title language="\w+">(.*?)<\/Title>/gs)].map(([, title]) => title ?? null),
        ],
      ),
    );
    const {precision, recall} = await measure('the 42nd Parliament', OF_42, titles);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});
