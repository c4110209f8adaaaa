/** Sections of an index file that a test makes up, through a real file. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TableFacts} from '../../engine/facts.ts';
import {IndexWriter, readIndex} from '../../engine/format.ts';
import {type Sections, sectionsOf} from '../../engine/index/sections.ts';

const FACTS: TableFacts = {rows: 0, base: null, id_prefix: null, known: {}, wide_sums: []};

/** What `write` put into the file, read back to memory. */
export function sectionsFrom(write: (index: IndexWriter) => void): Sections {
  const dir = mkdtempSync(join(tmpdir(), 'sections-'));
  try {
    const path = join(dir, 'made.idx');
    const writer = new IndexWriter(path);
    write(writer);
    const {sha256} = writer.finish('made', FACTS);
    return sectionsOf(readIndex<TableFacts>(path, sha256));
  } finally {
    rmSync(dir, {recursive: true});
  }
}
