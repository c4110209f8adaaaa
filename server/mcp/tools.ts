/** The tool table, in the order in which clients see it. */
import {municipal} from './tools_municipal.ts';
import {overall} from './tools_overall.ts';
import {people} from './tools_people.ts';
import {spending} from './tools_spending.ts';
import type {Tool} from './types.ts';

export const TOOLS: readonly Tool[] = [...spending, ...people, ...municipal, ...overall];
