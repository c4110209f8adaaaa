/** Folders of labelled cases for tests of what runs them. */
import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {folder} from './pipeline.ts';

/** A folder of cases: text or JSON by path. */
export async function casesIn(files: Record<string, unknown>): Promise<string> {
  const root = await folder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, dirname(name)), {recursive: true});
    await writeFile(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}
