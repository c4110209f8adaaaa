/** A thread of the compiler: makes the sections of the tokens of one table. */
import {parentPort} from 'node:worker_threads';
import type {TokenTask} from '../compile/token_thread.ts';
import {RecordedSections} from '../file/recorded_sections.ts';
import {writeTokens} from '../text/tokens_writer.ts';

/** Arrays of fewer bytes may lie in memory that others use too: they are copied. */
const MOVED_BYTES = 1 << 20;

parentPort?.once('message', ({columns, rows}: TokenTask) => {
  const recorded = new RecordedSections();
  writeTokens(recorded, columns, rows);
  const {sections} = recorded;
  const memories = new Set(sections.map(({elements}) => elements.buffer));
  const moved = [...memories].filter(
    (memory): memory is ArrayBuffer => memory instanceof ArrayBuffer && memory.byteLength >= MOVED_BYTES,
  );
  parentPort?.postMessage(sections, moved);
});
