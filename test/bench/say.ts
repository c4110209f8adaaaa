/**
 * What the bench prints. At the smallest scale parts run beside each other: what one says is printed when it
 * ends.
 */
import {AsyncLocalStorage} from 'node:async_hooks';
import {IS_SMALLEST} from './effort.ts';

const current = new AsyncLocalStorage<string[]>();

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Prints a line, or some, and keeps them for the part that is run. */
export function say(line: string): void {
  const said = current.getStore();
  said?.push(line);
  if (!said || !IS_SMALLEST) print(line);
}

/** Runs a part; `said` gets all that it says. */
export async function saying<T>(said: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(said, work);
  } finally {
    if (IS_SMALLEST) said.forEach(print);
  }
}
