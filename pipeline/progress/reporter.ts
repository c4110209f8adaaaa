/**
 * Shows the progress of a run: live lines on a terminal, the same lines once elsewhere, or events as JSON
 * lines.
 */

import {createLogUpdate} from 'log-update';
import type {Settings} from '../../datasets/settings.ts';
import {number, plural} from '../runtime/counts.ts';
import {type Emit, type Event, isFrequent} from '../runtime/events.ts';
import {isLast, type LastEvent, outcomeOf, type State, States} from './states.ts';
import {bar, cut, duration, pad, wrap} from './width.ts';

export interface Screen {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  write(text: string): unknown;
}

/** What became of the run so far. */
export interface Tally {
  /** Sources of the run; empty where they were not announced. */
  selected: string[];
  /** By source, and `build`. */
  ended: Map<string, LastEvent>;
  warnings: number;
  /** Those that somebody should act upon. */
  toAct: Extract<Event, {kind: 'warning'}>[];
}

export interface Reporter {
  emit: Emit;
  tally: Tally;
  /** Ends the live lines, and leaves the line of the whole run. */
  close(): void;
}

/** Minimum time between two redraws of the live lines, and between two lines of JSON of one source. */
const REDRAW_MS = 100;
const JSON_MS = 1000;
/** Columns where a terminal does not report them. */
const COLUMNS = 80;
const NAME = 23;
const BAR = 14;
/** Terminals narrower than this have no room for bars. */
const BAR_FROM = 60;

type Display = Pick<Settings, 'LOG' | 'NO_COLOR'> & {TERM?: string | undefined};

/** Throws where LOG is no known form. */
export function createReporter(
  screen: Screen,
  display: Display,
  now: () => number = () => performance.now(),
): Reporter {
  if (display.LOG !== '' && display.LOG !== 'json')
    throw new Error(`setting LOG must be json or empty, got "${display.LOG}": correct the environment`);
  if (display.LOG === 'json') return jsonLines(screen, now);
  const isLive = screen.isTTY === true && display.TERM !== 'dumb' && screen.columns !== 0;
  return new Lines(screen, isLive, display.NO_COLOR === '', now);
}

function newTally(): Tally {
  return {selected: [], ended: new Map(), warnings: 0, toAct: []};
}

function count(tally: Tally, event: Event): void {
  if (event.kind === 'selected') tally.selected = event.sources;
  if (event.kind === 'warning') tally.warnings += 1;
  if (event.kind === 'warning' && event.act) tally.toAct.push(event);
  if (isLast(event)) tally.ended.set(event.source, event);
}

function jsonLines(screen: Screen, now: () => number): Reporter {
  const tally = newTally();
  const last = new Map<string, number>();
  const emit = (event: Event) => {
    count(tally, event);
    if (isFrequent(event)) {
      if (now() - (last.get(event.source) ?? Number.NEGATIVE_INFINITY) < JSON_MS) return;
      last.set(event.source, now());
    }
    screen.write(`${JSON.stringify(event)}\n`);
  };
  return {emit, tally, close: () => {}};
}

/** Ended sources as lines that stay; on a terminal the running ones below them, and the whole run last. */
class Lines implements Reporter {
  readonly tally = newTally();
  readonly #screen: Screen;
  /** Draws over what it drew last, never higher than the screen; null where there is no terminal. */
  readonly #live: ReturnType<typeof createLogUpdate> | null;
  readonly #colours: boolean;
  readonly #now: () => number;
  readonly #states = new States();
  readonly #running = new Map<string, State>();
  readonly #startedAt: number;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(screen: Screen, isLive: boolean, colours: boolean, now: () => number) {
    this.#screen = screen;
    this.#live = isLive ? createLogUpdate(screen as NodeJS.WritableStream, {showCursor: true}) : null;
    this.#colours = isLive && colours;
    this.#now = now;
    this.#startedAt = now();
  }

  emit = (event: Event): void => {
    count(this.tally, event);
    const {source} = event;
    if (event.kind === 'analysed') {
      this.#stay(source, `${event.bill}, ${number(event.done)} of ${number(event.due)}`);
    } else if (isLast(event)) {
      this.#running.delete(source);
      // The findings of a probe are nowhere else: they are wrapped and not cut.
      this.#stay(source, outcomeOf(event), event.kind === 'probed');
    } else {
      const state = this.#states.after(event, this.#now());
      if (!state) return;
      this.#running.set(source, state);
      if (this.#now() - this.#drawnAt >= REDRAW_MS) this.#draw();
    }
  };

  close = (): void => {
    if (this.#closed) return;
    this.#closed = true;
    this.#live?.clear();
    this.#running.clear();
    if (this.tally.selected.length) this.#screen.write(`${this.#total()}\n`);
  };

  get #width(): number {
    return this.#live ? (this.#screen.columns ?? COLUMNS) - 1 : Number.POSITIVE_INFINITY;
  }

  get #nameWidth(): number {
    return Math.min(NAME, Math.floor(this.#width / 2));
  }

  /** Writes a line above the live ones. */
  #stay(source: string, text: string, isWhole = false): void {
    const room = this.#width - this.#nameWidth - 1;
    const lines = (isWhole ? wrap(text, room, '') : [cut(text, room)]).join(
      `\n${' '.repeat(this.#nameWidth + 1)}`,
    );
    this.#live?.clear();
    this.#screen.write(`${this.#coloured(`${pad(source, this.#nameWidth)} ${lines}`, 'FAILED', 31)}\n`);
    this.#draw();
  }

  /** Where not all lines fit, the upper ones are left out: those that move stand below. */
  #draw(): void {
    const running = [...this.#running].sort(
      ([, a], [, b]) => Number(a.share !== null) - Number(b.share !== null),
    );
    const lines = running.map(([source, {share, words}]) =>
      this.#withBar(source, share, words.filter(Boolean).join(', ')),
    );
    if (this.tally.selected.length) lines.push(this.#total());
    if (lines.length) this.#live?.(lines.join('\n'));
    this.#drawnAt = this.#now();
  }

  #withBar(name: string, share: number | null, text: string): string {
    const percent = share === null ? '' : `${String(Math.floor(share * 100)).padStart(3)}% `;
    const drawn = share !== null && this.#width >= BAR_FROM ? bar(share, BAR) : '';
    const head = pad(name, this.#nameWidth);
    const line = cut([head, drawn, `${percent}${text}`].filter(Boolean).join(' '), this.#width);
    return this.#coloured(line, drawn, 36);
  }

  #total(): string {
    const {selected, ended} = this.tally;
    const last = selected.flatMap((slug) => ended.get(slug) ?? []);
    const failed = last.filter((event) => event.kind === 'failed' || (event.kind === 'probed' && !event.ok));
    const counted = last.flatMap((event) => ('counts' in event ? event.counts.kept : []));
    const begun = [...this.#running].filter(([slug]) => selected.includes(slug));
    const share = begun.reduce((sum, [, {ofSource}]) => sum + ofSource, last.length) / selected.length;
    const text = [
      `${number(last.length)}/${plural(selected.length, 'source')}`,
      ...(failed.length ? [`${number(failed.length)} failed`] : []),
      duration(this.#now() - this.#startedAt),
      ...(counted.length
        ? [
            plural(
              counted.reduce((a, b) => a + b),
              'record',
            ),
          ]
        : []),
    ].join(', ');
    return this.#withBar('total', this.#live ? share : null, text);
  }

  #coloured(line: string, part: string, colour: number): string {
    return this.#colours && part ? line.replace(part, () => `\x1b[${colour}m${part}\x1b[0m`) : line;
  }
}
