/** A reader without a model: it makes the calls of a plan, and follows what the answers say. */
import {type Advice, absentOf, adviceOf, bodyOf, nearestIn} from './follow.ts';
import {filledArguments, filledPath, valueAt} from './paths.ts';
import type {ToolAnswer, ToolSession} from './tool_session.ts';
import {
  type Answer,
  type Arguments,
  type Asked,
  type Call,
  type Found,
  isAnswer,
  type Reader,
  type Step,
} from './types.ts';

/** Most calls for one question. */
export const MOST_CALLS = 8;

/** Ends a question: there is nothing, as an answer said. */
class Nothing extends Error {}

/** Ends a question: the reader does not know how to go on. */
class Stuck extends Error {}

/**
 * What one step found: the body of the answer, with further pages in `data`, and counts of its notes in
 * `absent`.
 */
type Read = Record<string, unknown>;

function withMore(read: Read, answer: ToolAnswer): Read {
  const body = bodyOf(answer);
  return {...body, data: [...(read['data'] as unknown[]), ...(body.data as unknown[])]};
}

/** Reads one question. */
class Reading {
  readonly calls: Call[] = [];
  private readonly session: ToolSession;

  constructor(session: ToolSession) {
    this.session = session;
  }

  private async call(tool: string, given: Arguments): Promise<ToolAnswer> {
    if (this.calls.length >= MOST_CALLS) throw new Stuck(`${MOST_CALLS} calls are used up`);
    const answer = await this.session.call(tool, given);
    this.calls.push({tool, arguments: given, bytes: answer.bytes});
    return answer;
  }

  /** The arguments that an advice leads to. */
  private async followed(advice: Advice, given: Arguments): Promise<Arguments> {
    if ('nothing' in advice) throw new Nothing(advice.nothing);
    if ('again' in advice) return advice.again;
    const {browse, argument, name} = advice;
    const nearest = nearestIn(await this.call(browse, {q: name, limit: 1}));
    if (nearest === null) throw new Nothing(`${browse} has no name like "${name}"`);
    return {...given, [argument]: nearest};
  }

  /** The answer of a step, once nothing in it says to ask otherwise. */
  async step({tool, whole = false}: {tool: string; whole?: boolean}, first: Arguments): Promise<Read> {
    let given = first;
    let answer = await this.call(tool, given);
    for (let advice = adviceOf(answer, given, whole); advice; advice = adviceOf(answer, given, whole)) {
      given = await this.followed(advice, given);
      answer = await this.call(tool, given);
    }
    if (answer.isError) throw new Stuck(JSON.stringify(answer.body));
    let read: Read = {...bodyOf(answer), absent: absentOf(answer)};
    while (whole && valueAt(read, ['meta', 'next_cursor'])) {
      read = withMore(
        read,
        await this.call(tool, {...given, cursor: valueAt(read, ['meta', 'next_cursor'])}),
      );
    }
    return read;
  }
}

/** The arguments of a step, with what earlier answers give. */
function argumentsOf(step: Step, values: Asked['values'], earlier: readonly Read[]): Arguments {
  const taken = Object.entries(step.earlier ?? {}).map(([name, from]) => {
    const value = valueAt(earlier[from.step], filledPath(from.read, values));
    if (value === undefined || value === null) throw new Stuck(`answer ${from.step + 1} has no ${name}`);
    return [name, value];
  });
  return {...filledArguments(step.arguments ?? {}, values), ...Object.fromEntries(taken)};
}

async function answerOf(reading: Reading, {question, values}: Asked): Promise<Answer> {
  const reads: Read[] = [];
  for (const step of question.plan.steps)
    reads.push(await reading.step(step, argumentsOf(step, values, reads)));
  const path = filledPath(question.plan.read, values);
  const answer = valueAt(reads.at(-1), path);
  if (!isAnswer(answer)) throw new Stuck(`the answer has no ${JSON.stringify(path)}`);
  return answer;
}

export const scriptedReader =
  (session: ToolSession): Reader =>
  async (asked): Promise<Found> => {
    const reading = new Reading(session);
    try {
      return {answer: await answerOf(reading, asked), calls: reading.calls};
    } catch (error) {
      if (error instanceof Nothing) return {answer: null, calls: reading.calls, why: error.message};
      if (error instanceof Stuck) return {answer: '', calls: reading.calls, why: error.message};
      throw error;
    }
  };
