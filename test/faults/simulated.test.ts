/** A sample of the schedules on a simulated disk. */
import {testSample} from '../helpers/fault_sample.ts';
import {SIMULATED} from './simulated.ts';

for (const kind of SIMULATED) testSample(kind);
