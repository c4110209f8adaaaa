/** Damaged files of every fourth source, beginning with number 2. */
import {testMutations} from '../helpers/mutate.ts';

testMutations(1, 4);
