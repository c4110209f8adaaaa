/** Damaged files of every fourth source, beginning with number 4. */
import {testMutations} from '../helpers/mutate.ts';

testMutations(3, 4);
