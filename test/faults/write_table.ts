/** Command: writes the table of promises into docs/RELIABILITY.md. */
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {code, table} from '../../server/docs/markdown.ts';
import {withBlock} from '../../server/docs/marked_block.ts';
import {KINDS} from './kinds.ts';
import {type Recorded, readRecorded} from './recorded.ts';

const PATH = fileURLToPath(new URL('../../docs/RELIABILITY.md', import.meta.url));

const resultOf = (recorded: Recorded | undefined): string =>
  recorded
    ? `${recorded.day}: ${recorded.broken} of ${recorded.cases.toLocaleString('en-CA')} broken`
    : 'not yet run';

/** The document as it should be. */
export async function reliabilityText(): Promise<string> {
  const recorded = await readRecorded();
  const rows = KINDS.map(({name, promise, how, full, mutants}) => [
    promise,
    how,
    full.toLocaleString('en-CA'),
    resultOf(recorded[name]),
    mutants.map(({what}) => what).join('; '),
    code(`make faults KINDS=${name}`),
  ]);
  const head = ['promise', 'how it is tested', 'cases', 'last result', 'fails without', 'command'];
  return withBlock(readFileSync(PATH, 'utf8'), 'promises', table(head, rows));
}

if (import.meta.main) {
  writeFileSync(PATH, await reliabilityText());
  process.stdout.write('wrote docs/RELIABILITY.md\n');
}
