/** Entries of a zip as texts, for tests of generated archives. */
import {isUtf8} from 'node:buffer';
import yauzl from 'yauzl';

/** Texts by the name of the entry; those that are not UTF-8 are read as Windows-1252. */
export async function entriesOf(path: string): Promise<Record<string, string>> {
  const zip = await yauzl.openPromise(path, {autoClose: false});
  const entries: Record<string, string> = {};
  try {
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      entries[entry.fileName] = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252', {
        ignoreBOM: true,
      }).decode(bytes);
    }
  } finally {
    zip.close();
  }
  return entries;
}
