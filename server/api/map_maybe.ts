/** Work on answers that may be there at once: no promise is made where none is needed. */
import type {Answer} from '../../engine/types.ts';

/** What `work` makes of the answer, as soon as it is there. */
export function after<A, B>(answer: Answer<A>, work: (value: A) => Answer<B>): Answer<B> {
  return answer instanceof Promise ? answer.then(work) : work(answer);
}
