/**
 * The report of a run of `make faults`, in Markdown: what was tried, what was found, and each broken promise.
 */
import {table} from '../../server/docs/markdown.ts';
import {repeatedBy, type Tally} from './run_kind.ts';

/** `3 new build, 12 old build`, the most frequent first. */
function countsOf({results}: Tally): string {
  const counts = new Map<string, number>();
  for (const {found, broken} of results) if (!broken) counts.set(found, (counts.get(found) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([found, count]) => `${count} ${found}`)
    .join(', ');
}

function rowOf(tally: Tally): string[] {
  const {kind, cases, results, skipped} = tally;
  if (skipped !== null) return [kind, '0', '', '', `skipped: ${skipped}`];
  const seconds = results.reduce((sum, {ms}) => sum + ms, 0) / 1000;
  const broken = results.filter((one) => one.broken).length;
  return [kind, `${results.length} of ${cases}`, String(broken), seconds.toFixed(0), countsOf(tally)];
}

export const brokenOf = (tallies: readonly Tally[]): number =>
  tallies.reduce((sum, {results}) => sum + results.filter(({broken}) => broken).length, 0);

/** The whole report. */
export function reportOf(tallies: readonly Tally[], seed: number, countOf: (kind: string) => number): string {
  const broken = tallies.flatMap(({kind, results}) =>
    results
      .filter((one) => one.broken)
      .map(
        ({name, found}) =>
          `- ${kind} ${name}: ${found}\n  \`${repeatedBy(kind, seed, countOf(kind), name)}\``,
      ),
  );
  const parts = [
    `# Faults, seed ${seed}`,
    table(['kind', 'cases', 'broken', 'seconds', 'found'], tallies.map(rowOf)),
    ...(broken.length > 0 ? ['## Broken promises', broken.join('\n')] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
