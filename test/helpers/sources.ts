/** Declarations of sources for tests of fetching. */
import type {Source, SourceFile} from '../../datasets/types.ts';

/** A source with these files and nothing to read in them. */
export function sourceOf(files: SourceFile[], slug = 'example'): Source {
  return {
    slug,
    label: 'Example',
    dataset: 'examples',
    publisher: 'Example Board',
    license: 'Example Licence',
    license_url: 'https://example.org/licence',
    page: 'https://example.org/page',
    cadence: 'daily',
    files,
    encodings: ['utf-8', 'windows-1252'],
    layouts: [],
    required: [],
    key: [],
  };
}

/** A CSV at a fixed address. */
export function plain(url: string, name = 'rows.csv'): SourceFile {
  return {name, format: 'csv', via: {portal: 'plain', url}};
}
