/** A sample of the faults of publishers. */
import {testSample} from '../helpers/fault_sample.ts';
import {publishers} from './publishers.ts';

testSample(publishers);
