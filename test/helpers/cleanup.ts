/** Clean-up that runs after a test, such as removing its folders. */
const pending: (() => unknown)[] = [];

/**
 * Runs `work` after the current test, or after the next one if a hook registers it; the last registered runs
 * first.
 */
export function deferCleanup(work: () => unknown): void {
  pending.push(work);
}

/**
 * Called by `setup.ts` after every test: a module's own hook would run for the first file of a worker only.
 */
export async function runCleanups(): Promise<void> {
  for (const work of pending.splice(0).reverse()) await work();
}
