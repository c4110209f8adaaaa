/** Maps values that may be synchronous or promised, without creating a promise where none is needed. */
import type {Answer} from '../../engine/types.ts';

/** Applies `work` to the value, at once or when it resolves. */
export function mapMaybe<A, B>(answer: Answer<A>, work: (value: A) => Answer<B>): Answer<B> {
  return answer instanceof Promise ? answer.then(work) : work(answer);
}
