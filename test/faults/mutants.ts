/** Changes of the code that cases of more than one kind must find. */
import type {Mutant} from './kind.ts';

export const UNFLUSHED_BUILD: Mutant = {
  what: 'the flush of the files of a build',
  file: 'pipeline/publish/place_build.ts',
  find: 'await syncTree(next, files);',
  replace: '',
};

export const UNFLUSHED_NAMES: Mutant = {
  what: 'the flush of the folders above a build before `current` names it',
  file: 'builds/current_link.ts',
  find: '  for (const above of [folder, dirname(folder), dirname(current)]) await sync(above, files);\n',
  replace: '',
};

export const UNCHECKED_DOWNLOAD: Mutant = {
  what: 'the hash check of a downloaded file',
  file: 'storage/download.ts',
  find: "if (hash.digest('hex') === sha256) break;",
  replace: 'break;',
};
