/**
 * One seeded schedule: runs, kills, power cuts and errors, then one undisturbed run; the promises are checked
 * after each.
 */
import {seededRandom} from '../../helpers/seeded_random.ts';
import type {MakeScenario, Scenario} from './scenario.ts';
import {Schedule, simulatedFiles} from './schedule.ts';
import {type Node, SimulatedDisk} from './simulated_disk.ts';

/** A fault of the programs themselves, to show that the checks find it. */
export interface Weakness {
  /** Flushes of these paths are left out. */
  withoutSync?: (path: string) => boolean;
}

export interface SeedResult {
  /** Operations in all runs. */
  steps: number;
  /** What did not hold; null: all did. */
  broken: string | null;
}

/** Operations of the undisturbed first run: stops are spread over as many. */
const lengths = new Map<MakeScenario, number>();

function flushAll(disk: SimulatedDisk): void {
  const visit = (node: Node): void => {
    disk.sync(node);
    if (node.kind === 'folder') for (const child of node.now.values()) visit(child);
  };
  visit(disk.root);
}

interface Plan {
  stopAt: number | null;
  errorRate: number;
}

/** A third of all runs is stopped, a third has errors, a third both. */
function planOf(random: () => number, length: number): Plan {
  const kind = Math.floor(random() * 3);
  return {
    stopAt: kind === 1 ? null : Math.floor(random() * length * 1.1),
    errorRate: kind === 0 ? 0 : (1 + random() * 3) / length,
  };
}

async function runOnce(
  disk: SimulatedDisk,
  scenario: Scenario,
  round: number,
  {stopAt, errorRate}: Plan,
  random: () => number,
  {withoutSync}: Weakness,
): Promise<{schedule: Schedule; results: (PromiseSettledResult<unknown> | null)[]}> {
  const schedule = new Schedule(disk, {random, stopAt, errorRate, ...(withoutSync ? {withoutSync} : {})});
  const results = await schedule.run(scenario.actors(simulatedFiles(schedule), schedule, round));
  return {schedule, results};
}

/** Runs before the undisturbed one. */
const MOST_RUNS = 3;

/** Runs the schedule of a seed. */
export async function runSeed(
  make: MakeScenario,
  seed: number,
  weakness: Weakness = {},
): Promise<SeedResult> {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1));
  const length = lengths.get(make) ?? (await measure(make));
  const disk = new SimulatedDisk();
  const scenario = make(random);
  const told: string[] = [];
  let steps = 0;
  const cut = (): void => {
    told.push('-- the power is cut');
    disk.cutPower(random);
    scenario.check(disk, [], false);
  };
  try {
    scenario.prepare(disk);
    flushAll(disk);
    const runs = 1 + Math.floor(random() * MOST_RUNS);
    for (let round = 0; round <= runs; round++) {
      const isLast = round === runs;
      const plan = isLast ? {stopAt: null, errorRate: 0} : planOf(random, length);
      const {schedule, results} = await runOnce(disk, scenario, round, plan, random, weakness);
      disk.forgetGivenUp();
      told.push(`-- run ${round}`, ...schedule.log, ...results.map(tell));
      steps += schedule.steps;
      scenario.check(disk, results, isLast);
      // After a kill the system still has everything; a later cut may take what was never flushed.
      if (isLast || random() < 0.7) cut();
    }
  } catch (error) {
    return {
      steps,
      broken: `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${told.join('\n')}`,
    };
  }
  return {steps, broken: null};
}

const tell = (result: PromiseSettledResult<unknown> | null): string =>
  result === null
    ? '-- stopped'
    : result.status === 'rejected'
      ? `-- failed: ${String(result.reason)}`
      : '-- done';

async function measure(make: MakeScenario): Promise<number> {
  const random = seededRandom(1);
  const disk = new SimulatedDisk();
  const scenario = make(random);
  scenario.prepare(disk);
  flushAll(disk);
  const {schedule} = await runOnce(disk, scenario, 0, {stopAt: null, errorRate: 0}, random, {});
  lengths.set(make, schedule.steps);
  return schedule.steps;
}
