/** Generates analyses of a few bills, as the program for them writes a line for each. */
import {createHash} from 'node:crypto';
import type {Json} from '../../datasets/types.ts';
import {iso, REFERENCE_DAY} from '../dates.ts';
import {oracle} from '../oracle.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {type Bill, bills} from './bills.ts';
import {writeDocument} from './documents.ts';

const SLUG = 'bill_analysis';
const LABEL = 'Generated Bill Analyses';
const FILE = 'synthetic-bill_analysis.jsonl';
const MODEL = 'synthetic-model';

/** One bill in so many has an analysis; the first of them says that it is synthetic. */
const EVERY = 9;

export const bill_analysis: Generate = async (task) => {
  const {folder, seed, plan, tell} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const counted = oracle({slug: SLUG, dataset: 'bill_analyses', label: LABEL, valued: false});
  const analysed = bills(plan, seed).filter(({index, end}) => index % EVERY === 4 && end !== 'pro_forma');
  const lines: string[] = [];
  for (const [i, bill] of analysed.entries()) {
    const now = line(bill, i, i === 0);
    const again = quirks.due('repeated_line');
    if (quirks.due('earlier')) {
      lines.push(JSON.stringify({...now, summary: 'An earlier analysis.', generated_at: at(i - 40)}));
      counted.merge('version');
    }
    const unknown = quirks.due('unknown_sector');
    const {sector} = bill.titles;
    const sectors = unknown ? [sector, 'lighthouses'] : [sector];
    const written = JSON.stringify({...now, affected_sectors: sectors});
    lines.push(written);
    counted.keep({versions: 1, value: null});
    if (again) {
      lines.push(written);
      counted.merge('duplicate');
    }
    if (quirks.due('no_summary')) {
      lines.push(JSON.stringify({...now, bill_id: `${bill.session.id}/C-9${i}`, summary: ''}));
      counted.reject('missing');
    }
    counted.sample(unknown ? 'unknown_sector' : 'plain', () => ({
      record_id: now.bill_id,
      earlier_versions: 0,
      fields: {...now, affected_sectors: [sector], source_dataset: LABEL},
    }));
  }
  await writeDocument(folder, FILE, lines.map((one) => `${one}\n`).join(''));
  tell(SLUG, counted.kept, analysed.length);
  return counted.expected({[FILE]: lines.length}, quirks.counts());
};

/** A moment before the corpus stands still. */
const at = (offset: number): string => `${iso(REFERENCE_DAY - 60 + offset)}T08:30:00`;

function line({session, code, titles}: Bill, i: number, notice: boolean) {
  const summary = `${titles.aimEn.replace('This enactment', 'The bill')} It says who pays for them and who reports.`;
  return {
    bill_id: `${session.id}/${code}`,
    text_sha256: createHash('sha256').update(titles.longEn).digest('hex'),
    summary: notice ? `${NOTICE.en} ${summary}` : summary,
    key_points: ['A report is tabled within two years.', 'The minister consults the provinces.'] as Json[],
    affected_sectors: [] as Json[],
    model: MODEL,
    generated_at: at(i % 40),
  };
}
