/** Runs before every test file: one seed for all random tests, and what tests put off runs at their end. */
import {afterEach} from 'vitest';
import {runAtEnd} from './at_end.ts';
import './fast_check.ts';

afterEach(runAtEnd);
