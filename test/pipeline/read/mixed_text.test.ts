/**
 * Texts of two encodings: each line is read by its own bytes, and told; texts that were encoded twice are
 * told.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {lineKindsOf, mainEncoding, mixedAsUtf8} from '../../../pipeline/read/mixed_text.ts';
import {spoiledIn} from '../../../pipeline/read/spoiled_text.ts';
import type {Event} from '../../../pipeline/runtime/events.ts';
import {folder} from '../../helpers/pipeline.ts';
import {ZONES, zonesOf} from '../../helpers/synthetic_zoning.ts';
import {zipOf} from '../../helpers/zips.ts';

const utf8 = (text: string) => Buffer.from(text);
const old = (text: string) => Buffer.from(text, 'latin1');

const pieces = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({length: Math.ceil(bytes.length / size)}, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );

/** What is found of a text, and the text as it is read. */
async function read(bytes: Buffer) {
  const all = await Promise.all(
    [1, 2, 1000].map(async (size) => {
      const main = mainEncoding(await lineKindsOf(pieces(bytes, size)));
      const text = Buffer.concat(await mixedAsUtf8(pieces(bytes, size)).toArray()).toString();
      return {main, text};
    }),
  );
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
  return all[0];
}

test.each([
  [
    'UTF-8 with a line of Windows-1252',
    [utf8('Québec\nÎle\n'), old('Montr\xe9al\n')],
    'utf-8',
    'Québec\nÎle\nMontréal\n',
    '1 of 3 lines beyond ASCII are no utf-8, or not all, and are read as windows-1252: lines 3',
  ],
  ['both in a line', [utf8('Québec'), old(' \xe9t\xe9 \x92')], 'utf-8', 'Québec été \u2019', /lines 1$/],
  [
    'Windows-1252 with a line of UTF-8',
    [old('\xe9\n\xe8\n\n'), utf8('é\n')],
    'windows-1252',
    'é\nè\n\né\n',
    /are no windows-1252, or not all, and are read as utf-8: lines 4$/,
  ],
  [
    'a marked text with nothing else in UTF-8',
    [utf8('\ufeffa\n'), old('\xe9\n\xe9\n')],
    'utf-8',
    '\ufeffa\né\né\n',
    /^2 of 3 lines .*: lines 2, 3$/,
  ],
  ['Windows-1252 alone', [old('\xe9\n\x92')], 'windows-1252', 'é\n\u2019', null],
] as const)('%s', async (_, parts, encoding, text, mixed) => {
  const found = await read(Buffer.concat([...parts]));
  expect(found?.text).toBe(text);
  expect(found?.main.encoding).toBe(encoding);
  if (mixed === null) expect(found?.main.mixed).toBeNull();
  else expect(found?.main.mixed).toMatch(mixed);
});

test('a text half in one and half in the other is no accident', async () => {
  const lines = Array.from({length: 100}, (_, at) => (at % 2 ? utf8('é\n') : old('\xe9\n')));
  expect((await read(Buffer.concat(lines)))?.main.isAccident).toBe(false);
  const few = await read(Buffer.concat(lines.slice(0, 10)));
  expect(few?.main.isAccident).toBe(true);
  expect(few?.text).toBe('é\n'.repeat(10));
  const path = join(await folder(), 'zones.csv');
  await writeFile(path, Buffer.concat([utf8('CODE,NAME\n'), ...lines]));
  await expect(zonesOf([path])).rejects.toThrow(
    'zones.csv: too many lines are in another encoding: 50 of 100 lines beyond ASCII are no utf-8, or not all, and are read as ' +
      'windows-1252: lines 2, 4, 6, 8, 10 and 45 more; save it in one encoding by hand, and set MIRROR to its folder',
  );
});

describe('a file', () => {
  const source = {
    ...ZONES,
    layouts: ZONES.layouts.map(({fields: {area_m2: _, ...fields}, ...one}) => ({...one, fields})),
  };
  const shape = '"{""type"":""Polygon"",""coordinates"":[[[-75,45],[-74,45],[-74,46]]]}"';

  async function namesOf(path: string) {
    const notes: string[] = [];
    const emit = (event: Event) => {
      if (event.kind === 'warning') notes.push(`${event.file}: ${event.text}`);
    };
    const {records} = await zonesOf([path], emit, source);
    return {names: records.map((one) => one['zone_description']).sort(), notes};
  }

  const content = Buffer.concat([
    utf8(`CODE,NAME,geometry\nR1,Québec,${shape}\n`),
    old(`R2,Montr\xe9al,${shape}\n`),
    utf8(`R3,SociÃ©tÃ© d’État,${shape}\n`),
  ]);

  test('of both, with a text that was encoded twice, is read and told, also in a zip', async () => {
    const path = join(await folder(), 'zones.csv');
    await writeFile(path, content);
    for (const [one, name, inside] of [
      [path, 'zones.csv', 'zones.csv'],
      [await zipOf({'a/zones.csv': content}), 'all.zip!a/zones.csv', 'a/zones.csv'],
    ] as const) {
      const {names, notes} = await namesOf(one);
      expect(names).toEqual(['Montréal', 'Québec', 'SociÃ©tÃ© d’État']);
      expect(notes).toEqual([
        `${inside}: 1 of 3 lines beyond ASCII are no utf-8, or not all, and are read as windows-1252: lines 3`,
        `${name}: 2 places were encoded as UTF-8 twice and are published so, e.g. "${notes[1]?.split('"')[1]}"`,
      ]);
      expect(notes[1]).toContain('SociÃ©tÃ©');
    }
  });
});

test.each([
  ['é', 1],
  ['É à Ç ô', 4],
  ['d’ici', 1],
  ['20 °C', 1],
  ['SÃO PAULO, CHÂTEAU, 5 €, “œuvre”, ÂGÉ, ᐃᓄᒃ', 0],
])('%j encoded twice is found %i times, at any place', async (text, count) => {
  const bytes = count ? utf8(new TextDecoder('windows-1252').decode(utf8(text))) : utf8(text);
  const path = join(await folder(), 'a.txt');
  for (const before of [0, (1 << 20) - 3, (1 << 20) - 2, (1 << 20) - 1, 1 << 20]) {
    await writeFile(path, Buffer.concat([Buffer.alloc(before, 'x'), bytes]));
    expect(spoiledIn(path)).toEqual(
      count
        ? [
            expect.stringMatching(
              `^${count} places were encoded as UTF-8 twice and are published so, e\\.g\\. "`,
            ),
          ]
        : [],
    );
  }
});

test('signs that were lost are counted', async () => {
  const path = join(await folder(), 'a.txt');
  await writeFile(path, `ý ½\n${'x'.repeat(1 << 20)}Soci\ufffdt\ufffd de l'eau`);
  expect(spoiledIn(path)).toEqual([
    expect.stringMatching(
      /^2 places hold a sign that was lost before \(\ufffd\) and are published so, e\.g\. ".*Soci/,
    ),
  ]);
});

test('runs of NUL bytes are counted, each once, wherever a piece of the file ends', async () => {
  const path = join(await folder(), 'a.txt');
  for (const before of [3, (1 << 20) - 2, (1 << 20) - 1, 1 << 20]) {
    await writeFile(path, Buffer.concat([Buffer.alloc(before, 'x'), Buffer.alloc(512), utf8('y\0z')]));
    expect(spoiledIn(path)).toEqual([
      expect.stringMatching(/^2 places hold NUL bytes, .* damaged there, e\.g\. "/),
    ]);
  }
});
