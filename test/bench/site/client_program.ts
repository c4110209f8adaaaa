/**
 * Program: a client of its own process, so that its clock does not wait for what else the bench does. Loads
 * come and go as messages.
 */
import type {Server} from '../queries/servers.ts';
import {atRate, type Load} from './load.ts';

/** A load as it is asked for. */
export interface Order {
  server: Pick<Server, 'base' | 'key'>;
  rate: number;
  encoding: string;
  targets: readonly string[];
}

export type Outcome = {load: Omit<Load, 'server'>} | {error: string};

process.on('message', ({server, targets, ...how}: Order) => {
  atRate(server, {...how, count: targets.length}, (i) => targets[i]!).then(
    (load) => process.send?.({load} satisfies Outcome),
    (error: unknown) => process.send?.({error: String(error)} satisfies Outcome),
  );
});
process.on('disconnect', () => process.exit(0));
