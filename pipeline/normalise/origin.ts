/** Where the rows of a relation come from, for errors that name source and file. */
import type {Source} from '../../datasets/types.ts';
import type {Staged} from '../read/staging.ts';

export interface Origin {
  slug: string;
  files: readonly Pick<Staged['files'][number], 'name'>[];
  /** Whether dates with slashes had the day first in the build before; null where it does not say. */
  dayFirst: boolean | null;
}

export const originOf = (
  {slug}: Pick<Source, 'slug'>,
  {files}: Pick<Staged, 'files'>,
  dayFirst: boolean | null = null,
): Origin => ({slug, files, dayFirst});
