/** A sample of hostile bytes. */
import {testSample} from '../helpers/fault_sample.ts';
import {bytes} from './bytes.ts';

testSample(bytes);
