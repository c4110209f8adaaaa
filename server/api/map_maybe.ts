/** Maps values that may be synchronous or promised, without creating a promise where none is needed. */
import type {Answer} from '../../engine/types.ts';

/** All values, at once where none is promised. */
export const allMaybe = <T>(answers: readonly Answer<T>[]): Answer<T[]> =>
  answers.some((one) => one instanceof Promise) ? Promise.all(answers) : (answers as T[]);

/** Applies `work` to the value, at once or when it resolves. */
export function mapMaybe<A, B>(answer: Answer<A>, work: (value: A) => Answer<B>): Answer<B> {
  return answer instanceof Promise ? answer.then(work) : work(answer);
}
