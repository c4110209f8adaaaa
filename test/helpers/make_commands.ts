/** What `make` would run, so that other files that name a command can be compared with the Makefile. */
import {execFileSync} from 'node:child_process';
import {ROOT} from './stack.ts';

/**
 * The recipe lines of a target, with variables resolved and words in single spaces; `args` are further ones
 * of make.
 */
export function recipeOf(target: string, args: readonly string[] = []): string[] {
  const lines = execFileSync('make', ['-n', '-s', ...args, target], {cwd: ROOT, encoding: 'utf8'}).split(
    '\n',
  );
  return lines.map((line) => line.trim().replace(/\s+/g, ' ')).filter(Boolean);
}

/** The variables of the environment that a command of the Makefile begins with. */
export const variablesOf = (command: string): Record<string, string> =>
  Object.fromEntries(
    [...(/^(exec )?((\w+=\S* )*)/.exec(command)?.[2] ?? '').matchAll(/(\w+)=(\S*) /g)].map(
      ([, name, value]) => [name!, value!],
    ),
  );

/** The settings of malloc that a command of the Makefile gives its program. */
export const mallocOf = (command: string): Record<string, string> =>
  Object.fromEntries(
    [...command.matchAll(/\b(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
  );

/** A command without what a recipe has before it: `exec`, and variables of the environment. */
export const withoutVariables = (command: string): string => command.replace(/^(exec |\w+=\S* )*/, '');
