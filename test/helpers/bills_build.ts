/** Builds with bills only, for tests of readers of bills. */
import {mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {dataPaths, FORMAT, inBuild} from '../../builds/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {memoryDatabase} from './pipeline.ts';

export interface BillRow {
  number: string;
  title?: string;
  short_title?: string | null;
  introduced?: string | null;
  summaries?: {language: string; kind: string; text: string}[];
}

/** Writes a build of bills of session 44-1 to the data folder and makes it the current one. */
export async function billsBuild(
  dataDir: string,
  bills: readonly BillRow[],
  {synthetic = false, id = 'b1'} = {},
): Promise<void> {
  const folder = dataPaths(dataDir).build(id);
  const path = inBuild.part('bills', 'legisinfo_bills');
  await mkdir(join(folder, 'parquet/bills'), {recursive: true});
  const {db, close} = await memoryDatabase();
  try {
    const text = (value: string | null | undefined) => (value == null ? 'NULL' : literal(value));
    const rows = bills.map(
      ({number, title = `An Act ${number}`, short_title, introduced, summaries = []}) => {
        const items = summaries.map(
          (one) =>
            `{language: ${text(one.language)}, kind: ${text(one.kind)}, text: ${text(one.text)}, source_url: NULL}`,
        );
        const list = `CAST([${items.join(', ')}] AS STRUCT(language VARCHAR, kind VARCHAR, "text" VARCHAR, source_url VARCHAR)[])`;
        return `SELECT ${text(`44-1/${number}`)} AS bill_id, '44-1' AS session_id, ${text(number)} AS number,
        ${text(title)} AS name_en, CAST(${text(short_title)} AS VARCHAR) AS short_title_en,
        CAST(${text(introduced)} AS DATE) AS introduced, ${list} AS summaries`;
      },
    );
    await db.run(`COPY (${rows.join(' UNION ALL ')}) TO ${literal(join(folder, path))} (FORMAT parquet)`);
  } finally {
    close();
  }
  const manifest = {
    format: FORMAT,
    build_id: id,
    synthetic,
    sources: [],
    datasets: {bills: {rows: bills.length, files: [{path, bytes: 0, sha256: ''}]}},
  };
  await writeFile(join(folder, inBuild.manifest), JSON.stringify(manifest));
  await rm(dataPaths(dataDir).current, {force: true});
  await symlink(join('builds', id), dataPaths(dataDir).current);
}
