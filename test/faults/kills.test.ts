/** A sample of the kills. */
import {testSample} from '../helpers/fault_sample.ts';
import {kills} from './kills.ts';

testSample(kills);
