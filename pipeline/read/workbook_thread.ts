/** The thread that reads one workbook: answers with its sheets, or with what is wrong with it. */
import {parentPort, workerData} from 'node:worker_threads';
import {type Sheets, sheetsOf, WorkbookFault} from './workbook_sheets.ts';

export interface WorkbookTask {
  path: string;
  /** Cells by which the header of a sheet is known. */
  headers: readonly RegExp[];
}

export type WorkbookAnswer = {sheets: Sheets} | {problem: string; remedy: string};

const {path, headers} = workerData as WorkbookTask;

async function answer(): Promise<WorkbookAnswer> {
  try {
    return {sheets: await sheetsOf(path, headers)};
  } catch (error) {
    if (error instanceof WorkbookFault) return {problem: error.message, remedy: error.remedy};
    throw error;
  }
}

parentPort?.postMessage(await answer());
