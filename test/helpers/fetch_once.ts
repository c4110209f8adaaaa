/**
 * Program: fetches the plain file at URL into DATA_DIR once and prints the snapshot, or the error and exit
 * code 1.
 */
import {fetchOnce} from './fetch_source.ts';
import {plain} from './sources.ts';

await fetchOnce((env) => ({files: [plain(env['URL'] ?? '')]}));
