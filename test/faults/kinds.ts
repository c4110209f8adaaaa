/** All kinds of faults; the command, its report, the tests and the table of promises derive from this list. */
import type {Kind} from './kind.ts';
import {SIMULATED} from './simulated.ts';

export const KINDS: readonly Kind[] = [...SIMULATED];
