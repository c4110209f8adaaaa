/** Generates analyses of a few bills, as the program for them writes a line for each. */
import {createHash} from 'node:crypto';
import source from '../../../datasets/bill_analyses/sources/bill_analysis.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso, REFERENCE_DAY} from '../dates.ts';
import type {Generate} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {type Bill, bills} from './bills.ts';
import {DocumentSource} from './document_source.ts';

const FILE = 'synthetic-bill_analysis.jsonl';

/** One bill in so many has an analysis; the first of them says that it is synthetic. */
const EVERY = 9;

export const bill_analysis: Generate = (task) => new Analyses(task, source, null).run();

class Analyses extends DocumentSource<'bill_analysis'> {
  protected async write(): Promise<number> {
    const analysed = bills(this.plan, this.seed).filter(
      ({index, end}) => index % EVERY === 4 && end !== 'pro_forma',
    );
    const lines: object[] = [];
    for (const [i, bill] of analysed.entries()) {
      const analysis = analyse(bill, i);
      const {sector} = bill.titles;
      const unknown = this.quirks.due('unknown_sector');
      const line = {...analysis, affected_sectors: unknown ? [sector, 'lighthouses'] : [sector]};
      if (this.quirks.due('earlier')) {
        lines.push({...analysis, summary: 'An earlier analysis.', generated_at: time(i - 40)});
        this.counted.merge('version');
      }
      lines.push(line);
      if (this.quirks.due('repeated_line')) {
        lines.push(line);
        this.counted.merge('duplicate');
      }
      if (this.quirks.due('no_summary')) {
        lines.push({...analysis, bill_id: `${bill.session.id}/C-9${i}`, summary: ''});
        this.counted.reject('missing');
      }
      this.keepRecord({
        id: analysis.bill_id,
        shows: unknown ? 'unknown_sector' : 'plain',
        fields: () => ({...analysis, affected_sectors: [sector]}),
      });
    }
    await this.file(FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), lines.length);
    return analysed.length;
  }
}

/** A moment before the reference day. */
const time = (offset: number): string => `${iso(REFERENCE_DAY - 60 + offset)}T08:30:00`;

function analyse({session, code, titles}: Bill, i: number) {
  const summary = `${titles.aimEn.replace('This enactment', 'The bill')} It says who pays for them and who reports.`;
  return {
    bill_id: `${session.id}/${code}`,
    text_sha256: createHash('sha256').update(titles.longEn).digest('hex'),
    summary: i === 0 ? `${NOTICE.en} ${summary}` : summary,
    key_points: ['A report is tabled within two years.', 'The minister consults the provinces.'] as Json[],
    affected_sectors: [] as Json[],
    model: 'synthetic-model',
    generated_at: time(i % 40),
  };
}
