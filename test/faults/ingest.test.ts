/**
 * Samples of what happens to an ingest: kills, errors of the disk, power cuts. They share what preparing one
 * takes.
 */
import {testSample} from '../helpers/fault_sample.ts';
import {diskErrors} from './disk_errors.ts';
import {kills} from './kills.ts';
import {powerCuts} from './power_cuts.ts';

for (const kind of [kills, diskErrors, powerCuts]) testSample(kind);
