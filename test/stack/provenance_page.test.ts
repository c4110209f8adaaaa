/** The page of a record leads to where each field was read, without a script, and shows what the API answers. */
import {beforeAll, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {NO_CELLS, RULE_LABELS} from '../../server/labels/provenance.ts';
import {messagesOf} from '../../server/site/messages.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  ({page, api} = await siteReader());
});

interface Field {
  field: string;
  rule: keyof typeof RULE_LABELS | null;
  cells: {row: number; column: string; text: string | null}[];
  reason: keyof typeof NO_CELLS | null;
}

test.each(['en', 'fr'] as const)('behind "Where this comes from", in %s', async (language) => {
  const {data} = await api('/grants?limit=1');
  const path = `/grants/${(data as Row[])[0]!['record_id']}`;
  const plain = await page(`/${language}${path}`);
  const link = plain.$('.provenance a[href*="provenance=true"]');
  expect(link.text()).toBe(messagesOf(language).get('traced.title'));
  expect(plain.$('.traced')).toHaveLength(0);

  const {$, status} = await page(link.attr('href')!.split('#')[0]!);
  expect(status).toBe(200);
  expect($('meta[name="robots"]').attr('content')).toBe('noindex');
  const answer = await api(`${path}?provenance=1`);
  const {rows, fields} = (answer.data as unknown as {provenance: {rows: Row[]; fields: Field[]}}).provenance;
  const [rowTable, fieldTable] = [$('table.traced').eq(0), $('table.traced').eq(1)];
  expect(rowTable.find('tbody tr')).toHaveLength(rows.length);
  for (const row of rows) {
    for (const shown of [row['file'], row['sha256'], String(row['line'])])
      expect(rowTable.text()).toContain(shown);
  }
  const lines = fieldTable.find('tbody tr').toArray();
  expect(lines).toHaveLength(fields.length);
  for (const [at, {rule, cells, reason}] of fields.entries()) {
    const line = $(lines[at]!);
    expect(
      line
        .find('code')
        .toArray()
        .map((one) => $(one).text()),
    ).toEqual(cells.map(({column}) => column));
    const texts = cells.flatMap(({text}) => text || []);
    expect(
      line
        .find('q')
        .toArray()
        .map((one) => $(one).text()),
    ).toEqual(texts);
    if (reason !== null) expect(line.text()).toContain(NO_CELLS[reason][language]);
    if (cells.length > 0 && rule !== null) expect(line.text()).toContain(RULE_LABELS[rule][language]);
  }
});

test('profiles and wrong values', async () => {
  const {data} = await api('/vendors?limit=1');
  const {$} = await page(`/en/vendors/${encodeURIComponent(String((data as Row[])[0]!['vendor']))}`);
  expect($('.provenance a[href*="provenance=true"]')).toHaveLength(0);
  const {data: grants} = await api('/grants?limit=1');
  const path = `/grants/${(grants as Row[])[0]!['record_id']}`;
  expect((await page(`/en${path}?provenance=banana`)).status).toBe(400);
});
