/** A sample of publishers that are killed. */
import {testSample} from '../helpers/fault_sample.ts';
import {publishKills} from './publish_kills.ts';

testSample(publishKills);
