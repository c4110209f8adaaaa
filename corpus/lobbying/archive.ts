/** The tables of one zip of the lobbying registry while they are written. */
import {type CsvFile, createCsv, type FileForm} from '../files/csv.ts';
import {packZip} from '../files/zips.ts';

export interface Tables<Name extends string> {
  readonly files: Record<Name, CsvFile>;
  settle(): Promise<void>;
  /** Ends the files and packs them to `folder/name`; rows by `name!entry` of those that are read. */
  pack(folder: string, name: string): Promise<Record<string, number>>;
}

/** Opens a CSV file for every form in a folder of its own, which goes away when they are packed. */
export async function openTables<Name extends string>(
  from: string,
  forms: Record<Name, FileForm>,
  seed: string,
  unread: readonly Name[] = [],
): Promise<Tables<Name>> {
  const files = {} as Record<Name, CsvFile>;
  for (const name in forms) files[name] = await createCsv(from, forms[name], seed);
  const all: CsvFile[] = Object.values(files);
  return {
    files,
    settle: async () => {
      for (const file of all) await file.settle();
    },
    pack: async (folder, name) => {
      const rows: Record<string, number> = {};
      const passed = unread.map((one) => files[one]);
      for (const file of all) {
        await file.close();
        if (!passed.includes(file)) rows[`${name}!${file.form.name}`] = file.rows;
      }
      const entries = all.map(({form}) => form.name).sort();
      await packZip({folder, name}, {from, entries});
      return rows;
    },
  };
}
