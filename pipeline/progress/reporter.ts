/**
 * Shows the progress of a run: live lines on a terminal, the same lines once elsewhere, or events as JSON
 * lines.
 */
import type {Settings} from '../../datasets/settings.ts';
import {number, plural} from '../runtime/counts.ts';
import type {Emit, Event} from '../runtime/events.ts';
import {bar, duration} from './format.ts';
import {isFrequent, isLast, type LastEvent, outcomeOf, type State, States} from './states.ts';
import {cut, pad, wrap} from './width.ts';

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
/** Columns of a terminal that does not tell. */
const COLUMNS = 80;
const ROWS = 24;
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
  return new Lines(screen, screen.isTTY === true && display.TERM !== 'dumb', display.NO_COLOR === '', now);
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
  readonly #live: boolean;
  readonly #colours: boolean;
  readonly #now: () => number;
  readonly #states = new States();
  readonly #running = new Map<string, State>();
  readonly #startedAt: number;
  #drawnAt = Number.NEGATIVE_INFINITY;
  /** Live lines on the screen. */
  #height = 0;
  #closed = false;

  constructor(screen: Screen, live: boolean, colours: boolean, now: () => number) {
    this.#screen = screen;
    this.#live = live;
    this.#colours = colours;
    this.#now = now;
    this.#startedAt = now();
  }

  emit = (event: Event): void => {
    count(this.tally, event);
    const {source} = event;
    if (event.kind === 'analysed') {
      this.#draw(this.#line(source, `${event.bill}, ${number(event.done)} of ${number(event.due)}`));
    } else if (isLast(event)) {
      this.#running.delete(source);
      this.#draw(event.kind === 'probed' ? this.#whole(event) : this.#line(source, outcomeOf(event)));
    } else {
      const state = this.#states.after(event, this.#now());
      if (!state) return;
      this.#running.set(source, state);
      if (this.#live && this.#now() - this.#drawnAt >= REDRAW_MS) this.#draw('');
    }
  };

  close = (): void => {
    if (this.#closed) return;
    this.#closed = true;
    this.#running.clear();
    const total = this.tally.selected.length ? `${this.#total()}\n` : '';
    this.#screen.write(`${this.#up()}${total}`);
    this.#height = 0;
  };

  get #width(): number {
    return this.#live ? (this.#screen.columns || COLUMNS) - 1 : Number.POSITIVE_INFINITY;
  }

  get #nameWidth(): number {
    return Math.min(NAME, Math.floor(this.#width / 2));
  }

  #line(source: string, text: string): string {
    const line = cut(`${pad(source, this.#nameWidth)} ${text}`, this.#width);
    return `${this.#coloured(line, 'FAILED', 31)}\n`;
  }

  /** The findings of a probe are nowhere else: they are wrapped below each other and not cut. */
  #whole(event: LastEvent): string {
    const width = this.#nameWidth;
    const text = `${pad(event.source, width).replaceAll(' ', '\u00a0')} ${outcomeOf(event)}`;
    const lines = wrap(text, this.#width, ' '.repeat(width + 1))
      .join('\n')
      .replaceAll('\u00a0', ' ');
    return `${this.#coloured(lines, 'FAILED', 31)}\n`;
  }

  /** Back over the live lines, which are erased. */
  #up(): string {
    return this.#live ? `${this.#height ? `\x1b[${this.#height}A` : ''}\r\x1b[J` : '';
  }

  #draw(stays: string): void {
    if (!this.#live) {
      this.#screen.write(stays);
      return;
    }
    const block = this.#block();
    this.#screen.write(`${this.#up()}${stays}${block.map((line) => `${line}\n`).join('')}`);
    this.#drawnAt = this.#now();
    this.#height = block.length;
  }

  /** Never higher than the screen: what has scrolled off can no longer be erased. */
  #block(): string[] {
    const most = Math.max(1, (this.#screen.rows || ROWS) - 3);
    const running = [...this.#running];
    // Where not all fit, those that move are shown.
    if (running.length > most)
      running.sort(([, a], [, b]) => Number(b.share !== null) - Number(a.share !== null));
    const shown = running.length > most ? running.slice(0, most - 1) : running;
    const lines = shown.map(([source, state]) => this.#liveLine(source, state));
    if (shown.length < running.length)
      lines.push(`… and ${number(running.length - shown.length)} more at work`);
    return this.tally.selected.length ? [...lines, this.#total()] : lines;
  }

  #liveLine(source: string, {share, words}: State): string {
    const head = pad(source, this.#nameWidth);
    const text = words.filter(Boolean).join(', ');
    return this.#withBar(head, share, text);
  }

  #withBar(head: string, share: number | null, text: string): string {
    const percent = share === null ? '' : `${String(Math.floor(share * 100)).padStart(3)}% `;
    const drawn = share !== null && this.#width >= BAR_FROM ? `${bar(share, BAR)}` : '';
    const line = cut([head, drawn, `${percent}${text}`].filter(Boolean).join(' '), this.#width);
    return this.#coloured(line, drawn, 36);
  }

  #total(): string {
    const {selected, ended} = this.tally;
    const of = selected.map((slug) => (ended.has(slug) ? 1 : (this.#running.get(slug)?.ofSource ?? 0)));
    const done = selected.filter((slug) => ended.has(slug));
    const last = done.map((slug) => ended.get(slug));
    const failed = last.filter(
      (event) => event?.kind === 'failed' || (event?.kind === 'probed' && !event.ok),
    ).length;
    const counted = last.some((event) => event && 'counts' in event);
    const records = last.reduce(
      (sum, event) => sum + (event && 'counts' in event ? event.counts.kept : 0),
      0,
    );
    const share = of.reduce((a, b) => a + b, 0) / selected.length;
    const text = [
      `${number(done.length)}/${plural(selected.length, 'source')}`,
      ...(failed ? [`${number(failed)} failed`] : []),
      duration(this.#now() - this.#startedAt),
      ...(counted ? [plural(records, 'record')] : []),
    ].join(', ');
    return this.#withBar(pad('total', this.#nameWidth), this.#live ? share : null, text);
  }

  #coloured(line: string, part: string, colour: number): string {
    if (!this.#live || !this.#colours || !part || !line.includes(part)) return line;
    return line.replace(part, () => `\x1b[${colour}m${part}\x1b[0m`);
  }
}
