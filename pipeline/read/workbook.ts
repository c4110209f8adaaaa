/** Reads XLSX and XLS workbooks: every sheet with a header that a layout declares. */
import {fork} from 'node:child_process';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import type {FileFacts} from './documents/layout_tally.ts';
import {tableLayouts, unexpectedTable} from './header.ts';
import {localText, type OpenFile} from './open.ts';
import {stageRows} from './stage_rows.ts';
import {type StagingContext, warn} from './staging.ts';
import {TextLines} from './text_lines.ts';
import {type RawRow, ReadError} from './types.ts';
import type {WorkbookAnswer, WorkbookTask} from './workbook_process.ts';
import {SAVE_AS_CSV, type Sheets, type SheetTable} from './workbook_sheets.ts';

const PROGRAM = fileURLToPath(new URL('./workbook_process.ts', import.meta.url));

/**
 * Most memory and time that one workbook may take: a full one of 128 MB takes 500 MB, and half a minute
 * beside other work.
 */
export interface WorkbookLimits {
  megabytes: number;
  seconds: number;
}

const LIMITS: WorkbookLimits = {megabytes: 600, seconds: 45};

/**
 * Stages the rows of all visible sheets with a known header and warns of the others. The text of a row names
 * its sheet and row (`Permits!12`). Throws ReadError for a file that is not a workbook, is too large or takes
 * too long, and where no sheet has a known header.
 */
export async function stageWorkbook(
  work: StagingContext,
  file: OpenFile,
  number: number,
): Promise<FileFacts> {
  const {source, folder, staged} = work;
  const layouts = tableLayouts(source, file.name).filter(({sheet}) => sheet);
  if (!layouts.length) throw unexpectedTable(source, file.name);
  const headers = layouts.flatMap(({sheet}) => (sheet ? [sheet.header] : []));
  const fault = (problem: string, remedy: string) => new ReadError(source.slug, file.name, problem, remedy);
  const {tables, passed, hidden} = await readSheets(
    {path: await localText(file, folder, number), headers},
    fault,
  );
  const needed = headers.map(String).join(' or ');
  if (!tables.length) {
    const left = hidden.length ? `, and hidden ones: ${hidden.join(', ')}` : '';
    const reason = `no sheet has a header cell ${needed}: there are ${passed.join(', ') || 'none'}${left}`;
    throw fault(reason, 'compare it with the layout');
  }
  const text = new TextLines(join(folder, `text_${number}`));
  staged.texts[number] = text.path;
  const read: FileFacts[] = [];
  try {
    for (const table of tables) {
      const sheetFile = {name: `${file.name}!${table.name}`, bytes: file.bytes};
      const raw = {header: table.header, rows: rawRows(table, text)};
      read.push(await stageRows(work, sheetFile, raw, number));
      const {name, headings, tall} = table;
      if (headings)
        warn(work, file.name, `sheet ${name}: ${headings} rows of one merged cell are headings, no records`);
      if (tall)
        warn(
          work,
          file.name,
          `sheet ${name}: ${tall} cells are merged over several rows, of which only the first has the value`,
        );
    }
  } finally {
    text.close();
  }
  if (passed.length)
    warn(work, file.name, `sheets without a header cell ${needed} are passed over: ${passed.join(', ')}`);
  if (hidden.length) warn(work, file.name, `hidden sheets are left out: ${hidden.join(', ')}`);
  const all = <T>(lists: T[][]): T[] => [...new Set(lists.flat())];
  return {
    layout: all(read.map((one) => [one.layout])).join(', '),
    unknown: all(read.map((one) => one.unknown)),
    missing: all(read.map((one) => one.missing)),
  };
}

/**
 * The sheets of a workbook, read in a process: nothing else waits for it, and it ends where it takes too much
 * memory or time. A thread would not do: V8 may abort the whole process when the heap of a thread is full.
 * Throws `fault`.
 */
export async function readSheets(
  task: WorkbookTask,
  fault: (problem: string, remedy: string) => Error,
  {megabytes, seconds}: WorkbookLimits = LIMITS,
): Promise<Sheets> {
  const child = fork(PROGRAM, [], {
    execArgv: [...process.execArgv, `--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const remedy = `open it by hand, and ${SAVE_AS_CSV}`;
  const complaint = text(child.stderr!);
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<WorkbookAnswer>((resolve, reject) => {
      child.once('message', (sent) => resolve(sent as WorkbookAnswer));
      child.once('error', reject);
      child.once('close', async (code, signal) => {
        const said = await complaint;
        const isMemory = /heap out of memory|heap limit/.test(said);
        if (isMemory) reject(fault(`reading it takes more than ${megabytes} MB of memory`, remedy));
        else reject(new Error(`the reader of ${task.path} ended with ${signal ?? code}: ${said.trim()}`));
      });
      timer = setTimeout(
        () => reject(fault(`reading it takes more than ${seconds} s`, remedy)),
        seconds * 1000,
      );
      child.send(task);
    });
    if ('problem' in answer) throw fault(answer.problem, answer.remedy);
    return answer.sheets;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** The rows of a sheet, each with its text. */
async function* rawRows({name, header, rows}: SheetTable, text: TextLines): AsyncGenerator<RawRow> {
  for (const {line, cells, unread} of rows) {
    const shown = [...cells.entries(), ...unread].filter(([, cell]) => cell !== null);
    const named = shown.sort(([a], [b]) => a - b).map(([at, cell]) => [header[at], cell]);
    const location = {line, ...text.add({place: `${name}!${line}`, row: Object.fromEntries(named)})};
    yield cells.some((cell) => cell?.includes('\0'))
      ? {...location, refused: 'NUL byte in a cell'}
      : {...location, cells, unread};
  }
}
