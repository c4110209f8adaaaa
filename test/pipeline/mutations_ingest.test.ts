/**
 * Damaged files of every source with plain tables through whole ingests, and what kinds of damage there are.
 */
import {testIngestedMutations, testKindsOfDamage} from '../helpers/mutate.ts';

testKindsOfDamage();
testIngestedMutations();
