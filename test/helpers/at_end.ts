/** Work that a test puts off until its end, such as removing its folders. */
const pending: (() => unknown)[] = [];

/** Runs `work` after the current test, or after the next one where a hook asks; the last asked runs first. */
export function atEnd(work: () => unknown): void {
  pending.push(work);
}

/** Called by `setup.ts` after every test: a module's own hook would run for the first file of a worker only. */
export async function runAtEnd(): Promise<void> {
  for (const work of pending.splice(0).reverse()) await work();
}
