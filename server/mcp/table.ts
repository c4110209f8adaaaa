/** The tool table: every tool of the tool server (specification 8), in the order in which clients see them. */
import {municipal} from './table_municipal.ts';
import {overall} from './table_overall.ts';
import {people} from './table_people.ts';
import {spending} from './table_spending.ts';
import type {Tool} from './types.ts';

export const TOOLS: readonly Tool[] = [...spending, ...people, ...municipal, ...overall];
