/**
 * A part of the bench as it is run: one that finds nothing to measure is a failure, or it would break unseen.
 */
import {say, saying} from './say.ts';

/** What is printed where a figure is missing. */
const NO_FIGURE = /\b(NaN|Infinity|undefined)\b/;

/**
 * Runs a part, which says how much it measured. Throws where that is nothing, and where it prints no figures
 * or wrong ones.
 */
export async function measurePart(name: string, work: () => Promise<number>): Promise<void> {
  const startedAt = performance.now();
  const said: string[] = [];
  const measured = await saying(said, work);
  if (!(measured > 0)) throw new Error(`the part ${name} measured nothing`);
  const lines = said.join('\n').split('\n');
  if (!lines.some((line) => /\d/.test(line))) throw new Error(`the part ${name} printed no figure`);
  const wrong = lines.find((line) => NO_FIGURE.test(line));
  if (wrong !== undefined) throw new Error(`the part ${name} printed what is no figure: ${wrong}`);
  say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
