/**
 * Program: fetches the table `abcd-1234` of the Socrata portal at BASE once and prints the snapshot, or the
 * error and exit code 1.
 */
import {fetchOnce} from './fetch_source.ts';

await fetchOnce((env) => {
  const via = {portal: 'socrata', base: env['BASE'] ?? '', dataset: 'abcd-1234', page: 100} as const;
  return {files: [{name: 'table.jsonl', format: 'jsonl', via}]};
});
