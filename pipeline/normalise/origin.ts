/** Where the rows of a relation come from, for errors that name source and file. */
import type {Source} from '../../datasets/types.ts';
import type {Staged} from '../read/staging.ts';

export interface Origin {
  slug: string;
  files: readonly Pick<Staged['files'][number], 'name'>[];
}

export const originOf = ({slug}: Pick<Source, 'slug'>, {files}: Pick<Staged, 'files'>): Origin => ({
  slug,
  files,
});
