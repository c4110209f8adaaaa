/**
 * How much the bench does, by BENCH_SCALE: figures at national scale, or every part once over the least that
 * shows that it runs.
 */
import {text} from './environment.ts';

const SCALES = ['national', 'smallest'];

const scale = text('BENCH_SCALE') || 'national';
if (!SCALES.includes(scale)) throw new Error(`BENCH_SCALE is one of ${SCALES.join(', ')}; got ${scale}`);

/** Whether figures are of no worth, and each part is only seen to run. */
export const IS_SMALLEST = scale === 'smallest';

/** What is usual, or what is enough at the smallest scale. */
export const scaled = <T>(usual: T, least: T): T => (IS_SMALLEST ? least : usual);

/** The generated corpus of parts that ingest, and the sources that they take; empty: all of them. */
export const CORPUS = scaled('national', 'small');
export const SOURCES_TAKEN = scaled('', 'nserc_awards,vancouver_permits,calgary_zoning');

/** Seconds of a load, and of the one before it that warms up. */
export const LOAD_S = scaled(3, 0.1);
export const WARM_S = scaled(1, 0);
