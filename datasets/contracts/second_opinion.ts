/**
 * A second opinion on which rows of the proactive disclosure are one contract: the grouping of the Treasury
 * Board's own search, as a query over the Parquet that shares nothing with the rules of records. It knows
 * less than they do, so the two differ; by how much is what a build shows.
 */
import {sqlFile} from '../sql_file.ts';
import type {Check} from '../types.ts';

/**
 * Smallest and largest share of records that differ, and the records from which on a share means something.
 */
const [LEAST, MOST, ENOUGH] = [0.003, 0.05, 1000];

export const SECOND_OPINION: Check = {
  name: "records agree with the grouping of the publisher's search",
  severity: 'WARN',
  figures: sqlFile('datasets/contracts/second_opinion.sql'),
  sql: `records < ${ENOUGH} OR "records that differ" BETWEEN ${LEAST} * records AND ${MOST} * records`,
  reason: `of the synthetic corpus 0.6% to 2.4% of the records differ: the search leaves amendments without a contract apart, and joins no number with two contracts; outside of ${100 * LEAST}% to ${100 * MOST}% the rules of records have drifted, or what institutions publish has`,
};
