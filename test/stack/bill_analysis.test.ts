/** End to end: bills are ingested, analysed by a fake endpoint, and shown after the next ingest. */
import {cp, mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import type {Json} from '../../datasets/types.ts';
import {openBuild} from '../../engine/open.ts';
import {indexHere, ingest} from '../helpers/ingest.ts';
import {folder} from '../helpers/pipeline.ts';
import {command, ROOT} from '../helpers/stack.ts';
import {startChat} from '../portals/chat.ts';

const GOLDEN = join(ROOT, 'test/golden/legisinfo_bills/crawl/bills.documents.ndjson');

/** `ai_analysis` of a bill of the current build. */
async function shown(dataDir: string, bill: string): Promise<Json> {
  const engine = await openBuild(dataPaths(dataDir).current);
  try {
    const detail = await engine.detail('bills', bill);
    return (JSON.parse(String(detail)) as Record<string, Json>)['ai_analysis'] ?? null;
  } finally {
    await engine.close();
  }
}

test('bills show generated analyses once ingested, and nothing before', async () => {
  const dataDir = await folder();
  const mirror = join(await folder(), 'mirror');
  await mkdir(join(mirror, 'legisinfo_bills'), {recursive: true});
  await cp(GOLDEN, join(mirror, 'legisinfo_bills/bills.documents.ndjson'));
  const settings = {DATA_DIR: dataDir, MIRROR: mirror, SOURCES: 'legisinfo_bills,bill_analysis'};
  const load = async () => {
    const {code, stderr} = await ingest(settings, {index: indexHere});
    expect(code, stderr).toBe(0);
  };
  const chat = await startChat();
  try {
    await load();
    expect(await shown(dataDir, '44-1/C-11')).toBeNull();
    const content = JSON.stringify({
      summary: 'It lights every harbour.\n« Oui ».',
      key_points: ['First.', 'Second, "quoted".'],
      affected_sectors: ['transportation', 'fisheries'],
    });
    chat.turns.push({content});
    const analyse = {DATA_DIR: dataDir, ANALYSE_URL: `${chat.base}/v1`, ANALYSE_MODEL: 'example-model'};
    const {stderr} = await command('pipeline/analyse_cli.ts', analyse);
    expect(stderr).toContain('1 bill analysed with 1 request');
    const prompt = chat.questions[0]?.messages[1]?.content ?? '';
    expect(prompt).toContain('Bill C-11 of session 44-1');
    expect(prompt).toContain('Lights every harbour');
    expect(prompt).not.toContain('Éclaire');
    await load();
    const line = JSON.parse(await readFile(join(dataDir, 'analysis/bill_analysis.jsonl'), 'utf8'));
    expect(await shown(dataDir, '44-1/C-11')).toEqual({
      ...JSON.parse(content),
      model: 'example-model',
      generated_at: line.generated_at,
    });
    expect(await shown(dataDir, '44-1/C-1')).toBeNull();
  } finally {
    await chat.close();
  }
});
