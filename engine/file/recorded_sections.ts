/** Sections of an index that are made apart from its file and written to it later. */
import type {IndexWriter, TypedArray} from './index_file.ts';

/** What sections are written to: the file, or a record of them. */
export type SectionWriter = Pick<IndexWriter, 'write' | 'writeStaying'>;

/** A section, and how it is written; see `IndexWriter`. */
export interface RecordedSection {
  name: string;
  elements: TypedArray;
  opening: boolean | undefined;
  stays: boolean;
}

/** Keeps sections in the order in which they are written. */
export class RecordedSections implements SectionWriter {
  readonly sections: RecordedSection[] = [];

  write(name: string, elements: TypedArray, opening?: boolean): void {
    this.sections.push({name, elements, opening, stays: false});
  }

  writeStaying(name: string, elements: TypedArray): void {
    this.sections.push({name, elements, opening: undefined, stays: true});
  }
}

/** Writes recorded sections as they would have been written at once. */
export function writeRecorded(index: SectionWriter, sections: readonly RecordedSection[]): void {
  for (const {name, elements, opening, stays} of sections) {
    if (stays) index.writeStaying(name, elements);
    else index.write(name, elements, opening);
  }
}
