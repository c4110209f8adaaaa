/** Sections of an index file from a test, through a real file. */
import {closeSync, mkdtempSync, openSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {CheckedFile, shareFile} from '../../engine/file/checked_file.ts';
import {FileSection} from '../../engine/file/file_section.ts';
import {IndexWriter, readFooter} from '../../engine/file/index_file.ts';
import {openFile} from '../../engine/file/open_file.ts';
import type {TableMetadata} from '../../engine/file/section_names.ts';
import {ELEMENTS} from '../../engine/file/sections.ts';
import {openSections, type Sections} from '../../engine/file/typed_sections.ts';
import {readIndex} from './read_index.ts';

const FACTS: TableMetadata = {rows: 0, base: null, id_prefix: null, known: {}, wide_sums: [], whole: null};

/** What `write` put into the file, read back to memory. */
export function sectionsFrom(write: (index: IndexWriter) => void): Sections {
  const dir = mkdtempSync(join(tmpdir(), 'sections-'));
  try {
    const path = join(dir, 'made.idx');
    const writer = new IndexWriter(path);
    write(writer);
    const {footer} = writer.finish('made', FACTS);
    return openSections(readIndex<TableMetadata>(path, footer));
  } finally {
    rmSync(dir, {recursive: true});
  }
}

export interface OpenSections {
  sections: Sections;
  path: string;
  /** Removes the file. */
  end(): void;
}

/**
 * As `sectionsFrom`, with what stays in the file, and these sections, read from there alone: in memory their
 * bytes are others.
 */
export function stayingFrom(
  write: (index: IndexWriter) => void,
  named: readonly string[] = [],
): OpenSections {
  const dir = mkdtempSync(join(tmpdir(), 'staying-'));
  const path = join(dir, 'made.idx');
  const writer = new IndexWriter(path);
  write(writer);
  const {footer} = writer.finish('made', FACTS);
  const index = readIndex<TableMetadata>(path, footer);
  for (const section of index.sections) {
    if (named.includes(section.name)) section.stays = true;
    const {offset, type, length, stays} = section;
    if (stays) new Uint8Array(index.bytes!, offset, length * ELEMENTS[type].BYTES_PER_ELEMENT).fill(0xa5);
  }
  const fd = openSync(path, 'r');
  return {
    path,
    sections: openSections({...index, file: shareFile(path, fd, index.bytes!.byteLength)}),
    end() {
      closeSync(fd);
      rmSync(dir, {recursive: true});
    },
  };
}

export interface FoundFiles {
  sections: Sections;
  /** A section that stays in the file. */
  stored(name: string): FileSection;
  /** Removes the files. */
  end(): void;
}

/** An index and the file beside it that `write` filled; `path` is that of the latter. */
export function foundFrom(write: (index: IndexWriter, lists: IndexWriter, path: string) => void): FoundFiles {
  const dir = mkdtempSync(join(tmpdir(), 'found-'));
  const [index, path] = [join(dir, 'made.idx'), join(dir, 'made.found')];
  const [writer, lists] = [new IndexWriter(index), new IndexWriter(path)];
  write(writer, lists, path);
  lists.finish('made', FACTS);
  const {footer} = writer.finish('made', FACTS);
  const fd = openSync(path, 'r');
  const {sections: held, size} = readFooter(path);
  const shared = shareFile(path, fd, size);
  const file = new CheckedFile(shared, lists.checksums(), openFile(shared));
  return {
    sections: openSections(readIndex<TableMetadata>(index, footer)),
    stored(name) {
      const section = held.find((one) => one.name === name);
      if (!section) throw new Error(`the file has no ${name}`);
      return new FileSection(file, section);
    },
    end() {
      closeSync(fd);
      rmSync(dir, {recursive: true});
    },
  };
}
