/**
 * Program: crawls the portal at BASE into DATA_DIR once and prints the snapshot, or the error and exit code
 * 1.
 */
import {crawlOf, DECLARED} from '../portals/parliament.ts';
import {fetchOnce} from './fetch_source.ts';

await fetchOnce((env) => ({files: crawlOf({base: env['BASE'] ?? ''}, ['44-1']), declared: DECLARED}));
