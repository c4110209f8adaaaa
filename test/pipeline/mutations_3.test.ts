/** Damaged files of every fourth source, beginning with number 3. */
import {testMutations} from '../helpers/mutate.ts';

testMutations(2, 4);
