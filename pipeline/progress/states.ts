/** What each event says of its source: a state that lasts until the next one, or the end. */

import {number, plural} from '../runtime/counts.ts';
import type {Event} from '../runtime/events.ts';
import {duration, megabytes, oneLine} from './width.ts';

/** What a source is doing. */
export interface State {
  /** Done of this step, between 0 and 1; null where the whole is unknown. */
  share: number | null;
  /** Done of the source, as the total counts it. */
  ofSource: number;
  /** Most important first, as narrow terminals cut the end. */
  words: string[];
}

/** When a step began and how much of it was done then: a resumed file does not begin at zero. */
interface Beginning {
  at: number;
  done: number;
}

/** Shares of a source that its steps begin with. */
const BEGINS = {fetching: 0, reading: 0.4, writing: 0.8} as const;

/** Last events of a source. */
const LAST = ['normalised', 'unchanged', 'failed', 'absent', 'probed', 'published', 'uploaded'] as const;
export type LastEvent = Extract<Event, {kind: (typeof LAST)[number]}>;

export const isLast = (event: Event): event is LastEvent => (LAST as readonly string[]).includes(event.kind);

/** Follows the steps of the sources; times are milliseconds of any clock. */
export class States {
  readonly #beginnings = new Map<string, Beginning>();
  readonly #files = new Map<string, {fetched: number; files: number}>();
  #compiled = 0;

  /** The state after an event; null where it says nothing of one, such as warnings. */
  after(event: Event, at: number): State | null {
    switch (event.kind) {
      case 'started':
        this.#files.set(event.source, {fetched: 0, files: event.files});
        return null;
      case 'progress':
        return this.#step(event, at, event.bytes, event.total, BEGINS.fetching, (rate) => [
          `${megabytes(rate)}/s`,
          megabytes(event.bytes),
        ]);
      case 'crawling':
        return this.#step(event, at, event.done, event.known, BEGINS.fetching, (rate) => [
          `${number(rate)} pages/s`,
          `${number(event.done)} of ${plural(event.known, 'page')}`,
        ]);
      case 'reading':
        return this.#step(event, at, event.bytes, event.total, BEGINS.reading, (rate) => [
          `${number(event.bytes > 0 ? (rate * event.rows) / event.bytes : 0)} rows/s`,
          plural(event.rows, 'row'),
        ]);
      case 'fetched':
        return this.#fetched(event.source);
      case 'waiting':
        return said(BEGINS.fetching, `waiting ${duration(event.ms)} for ${event.host}: ${event.reason}`);
      case 'stage':
        return said(event.stage === 'writing' ? BEGINS.writing : BEGINS.reading, event.stage);
      case 'compiled':
        this.#compiled += 1;
        return said(0, `index of ${event.table}, ${number(this.#compiled)} done`);
      default:
        return null;
    }
  }

  #fetched(source: string): State {
    const known = this.#files.get(source) ?? {fetched: 0, files: 0};
    known.fetched += 1;
    this.#files.set(source, known);
    return said(
      BEGINS.fetching,
      `${known.fetched} of ${plural(Math.max(known.fetched, known.files), 'file')} fetched`,
    );
  }

  #step(
    event: {kind: string; source: string; file: string},
    at: number,
    done: number,
    total: number | null,
    begins: number,
    rated: (perSecond: number) => string[],
  ): State {
    const key = [event.source, event.kind, event.file].join('\n');
    let beginning = this.#beginnings.get(key);
    if (!beginning || beginning.done > done) {
      beginning = {at, done: event.kind === 'progress' ? done : 0};
      this.#beginnings.set(key, beginning);
    }
    const rate = (done - beginning.done) / Math.max((at - beginning.at) / 1000, 0.001);
    const share = total ? Math.min(1, done / total) : null;
    const left = total && rate > 0 && at > beginning.at ? ((total - done) / rate) * 1000 : 0;
    const words = at > beginning.at ? rated(rate) : rated(0).slice(1);
    if (left > 0) words.splice(1, 0, `${duration(left)} left`);
    const next = begins === BEGINS.reading ? BEGINS.writing : BEGINS.reading;
    return {share, ofSource: begins + (share ?? 0) * (next - begins), words: [...words, oneLine(event.file)]};
  }
}

const said = (ofSource: number, text: string): State => ({share: null, ofSource, words: [oneLine(text)]});

/** What came of a source, without its name. */
export function outcomeOf(event: LastEvent): string {
  switch (event.kind) {
    case 'failed':
      // The line begins with the name already.
      return `FAILED: ${oneLine(event.error).replace(`${event.source}: `, '')}`;
    case 'normalised': {
      const {kept, read, rejected} = event.counts;
      const refused = rejected ? `, ${number(rejected)} rejected` : '';
      return `${plural(kept, 'record')} of ${plural(read, 'row')}${refused}, ${(event.ms / 1000).toFixed(1)} s`;
    }
    case 'unchanged':
      return `unchanged, ${plural(event.counts.kept, 'record')}`;
    case 'absent':
      return [
        oneLine(event.reason ?? 'there is no file'),
        ...(event.kept ? ['the loaded part stays'] : []),
      ].join(', ');
    case 'probed':
      return `${event.ok ? 'ok' : 'FAILED'}: ${oneLine(event.text)}`;
    case 'published':
      return event.changed
        ? `build ${event.build_id} published`
        : `build ${event.build_id} is current, nothing changed`;
    case 'uploaded':
      return event.changed
        ? `build ${event.build_id} is current at ${event.location}, ${plural(event.objects, 'object')} sent, ${megabytes(event.bytes)} of ${megabytes(event.total)}`
        : `build ${event.build_id} is current at ${event.location} already`;
  }
}
