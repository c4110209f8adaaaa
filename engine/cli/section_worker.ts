/** A thread of the compiler: makes sections of one table. */
import {parentPort} from 'node:worker_threads';
import {type MadeSections, makeSections, type SectionTasks} from '../compile/section_thread.ts';

/** Arrays of fewer bytes may lie in memory that others use too: they are copied. */
const MOVED_BYTES = 1 << 20;

parentPort?.once('message', ({tasks}: SectionTasks) => {
  for (const task of tasks) {
    const sections = makeSections(task);
    const memories = new Set(sections.map(({elements}) => elements.buffer));
    const moved = [...memories].filter(
      (memory): memory is ArrayBuffer => memory instanceof ArrayBuffer && memory.byteLength >= MOVED_BYTES,
    );
    parentPort?.postMessage({kind: task.kind, sections} satisfies MadeSections, moved);
  }
});
