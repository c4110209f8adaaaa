/** Sector tags: the rule over titles, and how well the key words find what people say of a sample of bills. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SECTORS, sectorsSql} from '../../datasets/codes/sectors.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

let memory: Awaited<ReturnType<typeof memoryDatabase>>;
beforeAll(async () => {
  memory = await memoryDatabase();
});
afterAll(() => memory.close());

type Titles = readonly (string | null)[];

/** Tags of several bills by their four titles at most, in one statement. */
async function tagsOfAll(bills: readonly Titles[]): Promise<string[][]> {
  const places = [0, 1, 2, 3];
  await memory.db.run(
    `CREATE OR REPLACE TABLE titles (nth INTEGER, ${places.map((at) => `t${at} VARCHAR`).join(', ')})`,
  );
  const rows = bills.map((titles, at) => {
    const cells = places.map((place) => (titles[place] == null ? 'NULL' : literal(titles[place])));
    return `(${[at, ...cells].join(', ')})`;
  });
  await memory.db.run(`INSERT INTO titles VALUES ${rows.join(', ')}`);
  const sql = sectorsSql(places.map((at) => `t${at}`));
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

  test('looks at every title, in the order of the table, and not over the end of one', async () => {
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
    const found = await tagsOfAll(words.map(({word}) => [`Act: ${word}, Loi`]));
    expect(words.filter(({tag}, at) => !found[at]?.includes(tag))).toEqual([]);
    expect(words.length).toBeGreaterThan(700);
  });

  test('has no word twice under one tag', () => {
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

type Labels = Record<string, string>;

/** Share of the tags given that people would give too, and of theirs that are given. */
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

/** Tags that a person gave to titles of bills, read in place; the number stands for the title. */
async function measure(name: string, labels: Labels, titles: ReadonlyMap<string, Titles>) {
  const numbers = Object.keys(labels);
  const known = numbers.map((number) => {
    const found = titles.get(number);
    if (!found) throw new Error(`the sample has no bill ${number}`);
    return found;
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

/** Bills of the 44th Parliament; the key words were chosen with these at hand. */
const OF_44: Labels = {
  'S-1': 'transportation',
  'S-4': 'justice public_safety health',
  'S-5': 'environment health',
  'S-6': '',
  'S-7': 'public_safety',
  'S-8': 'immigration',
  'S-9': 'defence',
  'S-10': 'indigenous',
  'S-11': 'justice',
  'S-12': 'justice public_safety',
  'S-13': '',
  'S-201': 'elections',
  'S-202': 'arts_culture',
  'S-203': 'health',
  'S-204': 'foreign_affairs',
  'S-205': 'justice public_safety',
  'S-206': 'justice',
  'S-207': 'elections',
  'S-208': 'arts_culture',
  'S-209': 'health',
  'S-210': 'privacy_digital',
  'S-211': 'labour foreign_affairs',
  'S-212': 'justice',
  'S-213': 'justice',
  'S-214': '',
  'S-215': 'education banking_finance',
  'S-216': 'taxation',
  'S-217': 'foreign_affairs',
  'S-218': '',
  'S-219': 'indigenous',
  'S-220': 'official_languages',
  'S-221': '',
  'S-222': 'infrastructure industry_innovation',
  'S-223': 'justice immigration public_safety',
  'S-224': 'justice public_safety',
  'S-225': 'defence',
  'S-226': '',
  'S-227': 'agriculture',
  'S-228': '',
  'S-229': 'official_languages',
  'S-230': 'justice public_safety',
  'S-231': 'justice defence public_safety',
  'S-232': 'health',
  'S-233': '',
  'S-234': 'environment',
  'S-235': 'immigration',
  'S-236': 'labour',
  'S-237': 'foreign_affairs justice',
  'S-238': 'justice',
  'S-239': 'justice banking_finance',
  'S-240': 'seniors',
  'S-241': 'justice environment',
  'S-242': 'telecommunications',
  'S-243': 'environment banking_finance',
  'S-244': 'labour',
  'S-245': 'immigration',
  'S-246': 'arts_culture',
  'S-247': 'foreign_affairs justice',
  'S-248': 'justice health',
  'S-249': 'public_safety',
  'S-250': 'justice health',
  'S-251': 'justice indigenous',
  'S-252': 'justice',
  'S-253': 'health',
  'S-254': 'health competition_consumer',
  'S-255': 'justice public_safety',
  'C-42': 'industry_innovation',
  'C-43': '',
  'C-45': 'indigenous',
  'C-46': 'taxation',
  'C-47': '',
  'C-48': 'justice',
  'C-49': 'energy',
  'C-50': 'labour environment energy',
  'C-51': 'indigenous',
  'C-52': 'transportation',
  'C-53': 'indigenous',
  'C-201': 'taxation public_safety',
  'C-203': 'agriculture environment',
  'C-205': 'environment',
  'C-206': 'defence',
  'C-207': 'housing justice',
  'C-208': 'education',
  'C-210': 'elections',
  'C-211': 'labour',
  'C-212': 'education',
  'C-214': 'transportation',
  'C-215': 'labour health',
  'C-217': 'environment',
  'C-218': 'taxation health',
  'C-219': 'environment',
  'C-220': 'justice health',
  'C-221': '',
  'C-224': 'health public_safety',
  'C-225': 'banking_finance labour',
  'C-226': 'environment',
  'C-229': 'justice public_safety',
  'C-231': 'competition_consumer transportation',
  'C-234': 'environment taxation',
  'C-235': 'environment',
  'C-236': 'transportation',
  'C-237': 'taxation health',
  'C-238': 'official_languages',
  'C-240': 'taxation',
  'C-242': 'immigration',
  'C-243': 'labour foreign_affairs',
  'C-244': 'arts_culture',
  'C-245': 'infrastructure banking_finance',
  'C-246': 'elections',
  'C-247': 'agriculture',
  'C-248': 'environment',
  'C-249': 'banking_finance',
};

/** Bills of the 42nd Parliament, labelled before their tags were looked at. */
const OF_42: Labels = {
  'C-1': '',
  'C-2': 'taxation',
  'C-3': '',
  'C-4': 'labour taxation',
  'C-6': 'immigration',
  'C-7': 'labour',
  'C-10': 'transportation',
  'C-11': 'arts_culture',
  'C-12': 'defence veterans',
  'C-13': 'health environment competition_consumer agriculture',
  'C-14': 'justice health',
  'C-16': 'justice',
  'C-17': 'environment',
  'C-18': 'environment',
  'C-21': 'public_safety',
  'C-22': 'public_safety',
  'C-23': 'public_safety',
  'C-25': 'industry_innovation competition_consumer',
  'C-26': 'seniors taxation',
  'C-28': 'justice',
  'C-30': 'foreign_affairs',
  'C-31': 'foreign_affairs',
  'C-33': 'elections',
  'C-34': 'labour',
  'C-36': '',
  'C-37': 'health',
  'C-42': 'veterans defence',
  'C-43': 'industry_innovation privacy_digital',
  'C-45': 'health justice',
  'C-46': 'justice transportation',
  'C-47': 'foreign_affairs defence justice',
  'C-48': 'transportation energy',
  'C-49': 'transportation',
  'C-50': 'elections',
  'C-51': 'justice',
  'C-52': 'privacy_digital',
  'C-55': 'environment energy',
  'C-56': 'justice public_safety',
  'C-57': 'environment',
  'C-58': 'privacy_digital',
  'C-59': 'public_safety',
  'C-61': 'indigenous education',
  'C-62': 'labour',
  'C-64': 'transportation',
  'C-316': 'taxation health',
  'C-317': 'arts_culture',
  'C-318': 'indigenous',
  'C-321': 'environment',
  'C-322': 'transportation',
  'C-323': 'taxation arts_culture',
  'C-325': 'housing justice',
  'C-326': 'health environment',
  'C-328': 'transportation energy',
  'C-330': 'health housing',
  'C-332': 'indigenous',
  'C-333': 'immigration',
  'C-334': 'justice',
  'C-335': '',
  'C-336': 'environment',
  'C-338': 'health',
  'C-339': 'defence veterans',
  'C-341': 'transportation',
  'C-342': 'taxation environment',
  'C-343': 'justice',
  'C-344': 'infrastructure',
  'C-345': 'labour',
  'C-346': 'public_safety',
  'C-347': 'public_safety',
  'C-350': 'justice immigration public_safety',
  'C-351': 'taxation',
  'C-353': 'seniors',
  'C-356': 'taxation',
  'C-358': 'foreign_affairs',
  'C-359': 'justice public_safety',
  'C-361': 'indigenous labour',
  'C-363': 'environment',
  'C-366': 'transportation',
  'C-371': 'public_safety taxation',
  'C-372': 'banking_finance labour',
  'C-373': 'transportation',
  'C-376': 'arts_culture',
  'C-377': 'elections',
  'C-378': 'veterans',
  'C-379': 'banking_finance',
  'C-380': 'agriculture',
  'C-381': 'justice official_languages',
  'C-382': 'official_languages justice',
  'C-383': 'taxation health',
  'C-386': 'indigenous',
  'C-388': 'justice',
  'C-389': 'education',
};

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
