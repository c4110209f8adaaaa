/** A sample of the errors of a disk. */
import {testSample} from '../helpers/fault_sample.ts';
import {diskErrors} from './disk_errors.ts';

testSample(diskErrors);
