/** Damaged files of every source with plain tables through whole ingests. */
import {testIngestedMutations} from '../helpers/mutate.ts';

testIngestedMutations();
