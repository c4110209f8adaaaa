/** The process that reads one workbook: answers with its sheets, or with what is wrong with it. */
import {type Sheets, sheetsOf, WorkbookFault} from './workbook_sheets.ts';

export interface WorkbookTask {
  path: string;
  /** Cells by which the header of a sheet is known. */
  headers: readonly RegExp[];
}

export type WorkbookAnswer = {sheets: Sheets} | {problem: string; remedy: string};

async function answerTo({path, headers}: WorkbookTask): Promise<WorkbookAnswer> {
  try {
    return {sheets: await sheetsOf(path, headers)};
  } catch (error) {
    if (error instanceof WorkbookFault) return {problem: error.message, remedy: error.remedy};
    throw error;
  }
}

// Who asked has died, or knows enough.
process.once('disconnect', () => process.exit());
process.once('message', async (task) => process.send?.(await answerTo(task as WorkbookTask)));
