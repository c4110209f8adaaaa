/** Asks the engine as the API asks it: the same parsing, the same operations, in this process. */

import type {MunicipalitySlug} from '../../datasets/municipalities.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {BoxPage, Condition, Engine, Row, ValueCount} from '../../engine/types.ts';
import {answerCall} from '../api/answer.ts';
import type {FeedAddress} from '../api/formats/atom.ts';
import {type Call, parseCall} from '../api/request/call.ts';
import {matchRoute} from '../api/routes/match.ts';
import {allocateBuffer} from '../http/buffers.ts';
import {isStreamed} from '../http/streamed_body.ts';
import {permitsOfBox} from '../tiles/tiles.ts';
import type {Pairs} from './paths.ts';

/** An envelope of the API. */
export interface Envelope<T = Json> {
  data: T;
  meta: Record<string, Json>;
}

/** A question as the API would take it. */
export interface Question {
  /** Decoded segments below `/api/v1`. */
  segments: readonly string[];
  pairs: Pairs;
}

export interface ZoneCounts {
  total: number;
  categories: readonly ValueCount[];
}

/** Where pages have their answers from. */
export interface Answers {
  /** Throws the error of the API for a question that it refuses, or that finds nothing. */
  ask<T = Json>(question: Question): Envelope<T>;
  /** Of a question that was parsed already. */
  answer<T = Json>(call: Call): Envelope<T>;
  /**
   * The permits of the parameter `bbox` under the filters of their list: the newest, and how many of each
   * type.
   */
  permitsOfBox(pairs: Pairs): Omit<BoxPage, 'items'> & {rows: Row[]};
  /**
   * How many zones a municipality has, and how many of each category, most first; those without one are in
   * the total alone.
   */
  zonesOf(municipality: MunicipalitySlug): ZoneCounts;
  /**
   * A page of a list in the format of the call, with its total and the cursor of the next page. Feeds need
   * their address.
   */
  render(call: Call, feed?: FeedAddress): {body: Buffer; total: number; next: string | null};
}

/** Parses a question; throws the error of the API. Null: no operation has the path. */
export function parseQuestion({segments, pairs}: Question): Call | null {
  const match = matchRoute(segments);
  return (
    match &&
    parseCall(
      match,
      pairs.map(([name, value]) => [name, value]),
      undefined,
      'free',
    )
  );
}

/** Answers of an opened build, which must stay open meanwhile. */
export function answersOf(engine: Engine): Answers {
  const answer = <T>(call: Call): Envelope<T> => {
    const {body} = answerCall({...call, format: 'json'}, engine, allocateBuffer);
    if (isStreamed(body)) throw new Error(`${call.route.path} streams: pages ask for whole answers`);
    return JSON.parse(body.toString()) as Envelope<T>;
  };
  const render = (call: Call, feed?: FeedAddress) => {
    const {body, headers, next} = answerCall(call, engine, allocateBuffer, feed);
    if (isStreamed(body)) throw new Error(`${call.route.path} streams: pages ask for whole answers`);
    const text = headers?.['X-Total-Count'] ?? null;
    const total = text === null ? JSON.parse(body.toString()).meta.total : text;
    return {body, total: Number(total), next: next ?? null};
  };
  return {
    answer,
    render,
    permitsOfBox(pairs) {
      const {total, items, groups} = permitsOfBox(
        engine,
        pairs.map(([name, value]) => [name, value]),
      );
      return {total, groups, rows: rowsOf(items)};
    },
    zonesOf(municipality) {
      const where: Condition[] = [{op: 'exact', columns: ['municipality'], value: fold(municipality)}];
      const query = {dataset: 'zoning', where, sort: 'id', order: 'asc', limit: 1, offset: 0} as const;
      const {total} = engine.list(query);
      const [categories] = engine.facets({dataset: 'zoning', where, columns: ['zone_category']});
      return {total, categories: categories!.values};
    },
    ask(question) {
      const call = parseQuestion(question);
      if (!call) throw new Error(`no operation has the path /${question.segments.join('/')}`);
      return answer(call);
    },
  };
}
