/** Damaged files of every fourth source, beginning with number 1. */
import {testMutations} from '../helpers/mutate.ts';

testMutations(0, 4);
