/** Probes of a mirror: its files are looked into as those of portals, without a request. */
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {folder} from '../../helpers/fetching.ts';
import {probedSource, probeOf} from '../../helpers/probing.ts';
import {zipOf} from '../../helpers/zips.ts';

const CSV = 'number,text\r\n1,"a, b"\r\n2,c\r\n';

describe('a mirror', () => {
  async function mirrorOf(files: Record<string, string | Buffer>) {
    const MIRROR = await folder();
    const slug = join(MIRROR, 'proactive_contracts_nil');
    await mkdir(slug);
    for (const [name, body] of Object.entries(files)) await writeFile(join(slug, name), body);
    const source = probedSource(
      {portal: 'plain', url: 'https://unasked.invalid/'},
      'https://unasked.invalid/',
      {slug: 'proactive_contracts_nil'},
    );
    const {code, lines, stderr} = await probeOf([source], {MIRROR, DATA_DIR: await folder()});
    return {code, line: lines['proactive_contracts_nil'], stderr};
  }

  test('is looked into without a request, in every format', async () => {
    const zip = await readFile(await zipOf({'rows.csv': Buffer.from(CSV)}));
    const feature = {type: 'Feature', properties: {number: 1, text: 'a'}, geometry: null};
    const {code, line} = await mirrorOf({
      'a.csv': CSV,
      'b.jsonl': '{"number":1,"text":"a"}\n',
      'c.json': '[{"number":1,"text":"a"}]',
      'd.json': '{"indexTitles":["number","text"],"data":[["1","a"]]}',
      'e.geojson': JSON.stringify({type: 'FeatureCollection', features: [feature]}),
      'f.zip': zip,
    });
    expect([code, line]).toEqual([
      0,
      expect.stringMatching(/^ok: 6 files, .*; new; unknown columns geometry$/),
    ]);
  });

  test('with a damaged file fails', async () => {
    expect(await mirrorOf({'a.csv': CSV, 'b.jsonl': '{"number'})).toMatchObject({
      code: 1,
      line: expect.stringContaining('b.jsonl'),
    });
    expect(await mirrorOf({'a.zip': 'PK no zip'})).toMatchObject({
      code: 1,
      line: expect.stringContaining('broken zip'),
    });
  });

  test('without any file has nothing to ingest', async () => {
    expect(await mirrorOf({})).toEqual({
      code: 1,
      line: 'ok: there is no file',
      stderr: 'an ingest would fail: there is no file of any source\n',
    });
  });
});
