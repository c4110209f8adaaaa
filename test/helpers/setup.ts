/** Runs before every test file: one seed for all random tests, and deferred clean-up after each test. */
import {afterEach} from 'vitest';
import {runCleanups} from './cleanup.ts';
import './fast_check.ts';

afterEach(runCleanups);
