/** A sample of the schedules of limits counted in Redis. */
import {testSample} from '../helpers/fault_sample.ts';
import {counts} from './counts.ts';

testSample(counts);
