/** How long an ingest takes on so many workers and processors, from the times of its steps on one worker. */

/** A step as it was measured: seconds while one worker did one part at a time. */
export interface Step {
  step: 'fetch' | 'part' | 'publish';
  /** Empty for `publish`. */
  slug: string;
  seconds: number;
}

/** What the steps of a run were, and what they have in common. */
export interface Measured {
  /** In the order in which they are queued. */
  steps: readonly Step[];
  /** Processors that a fetch or a part keeps busy on average, and those that publishing does. */
  cores: {source: number; publish: number};
  /** Seconds of the run in which no step ran: planning, and what the planner waits for. */
  overhead: number;
}

export interface Machines {
  workers: number;
  /** Processors of all workers together; steps that want more share them evenly. */
  cores: number;
  /** Fetches that one worker does at a time. Parts it makes one at a time. */
  fetches: number;
}

interface Running {
  step: Step;
  /** Seconds that it would still take alone. */
  left: number;
  cores: number;
}

/**
 * Seconds of the run. Every fetch makes its part ready, and publishing begins once all parts are made, on one
 * worker: Amdahl's serial share. Steps begin in their order as soon as a worker is free; they slow down
 * together where they want more processors than there are.
 */
export function predict(
  {steps, cores, overhead}: Measured,
  {workers, cores: available, fetches}: Machines,
): number {
  const waiting = {
    fetch: steps.filter(({step}) => step === 'fetch'),
    part: [] as Step[],
    publish: steps.filter(({step}) => step === 'publish'),
  };
  const parts = new Map(steps.filter(({step}) => step === 'part').map((step) => [step.slug, step]));
  const running: Running[] = [];
  const begin = (step: Step) =>
    running.push({step, left: step.seconds, cores: step.step === 'publish' ? cores.publish : cores.source});
  const count = (kind: Step['step']) => running.filter(({step}) => step.step === kind).length;
  let seconds = overhead;
  for (;;) {
    while (waiting.fetch.length > 0 && count('fetch') < workers * fetches) begin(waiting.fetch.shift()!);
    while (waiting.part.length > 0 && count('part') < workers) begin(waiting.part.shift()!);
    if (running.length === 0 && waiting.publish.length > 0) begin(waiting.publish.shift()!);
    if (running.length === 0) return seconds;
    const wanted = running.reduce((sum, one) => sum + one.cores, 0);
    const speed = Math.min(1, available / wanted);
    const next = Math.min(...running.map(({left}) => left));
    seconds += next / speed;
    for (const one of running) one.left -= next;
    for (const one of running.filter(({left}) => left <= 0)) {
      running.splice(running.indexOf(one), 1);
      const part = one.step.step === 'fetch' ? parts.get(one.step.slug) : undefined;
      if (part) waiting.part.push(part);
    }
  }
}

/** Seconds that no number of workers goes below: the longest way of a source, then publishing. */
export function criticalPath({steps, overhead}: Measured): number {
  const ways = new Map<string, number>();
  let publish = 0;
  for (const {step, slug, seconds} of steps) {
    if (step === 'publish') publish += seconds;
    else ways.set(slug, (ways.get(slug) ?? 0) + seconds);
  }
  return overhead + Math.max(0, ...ways.values()) + publish;
}

/** The part of a measured run in which no step ran, so that the model gives its time. */
export function calibrated(
  steps: readonly Step[],
  cores: Measured['cores'],
  seconds: number,
  machines: Machines,
): Measured {
  const without = predict({steps, cores, overhead: 0}, machines);
  return {steps, cores, overhead: Math.max(0, seconds - without)};
}
