/**
 * What may be wrong with the arguments of a call, one row each. The model gets it as the result of the call,
 * which does not count.
 */

import {filled} from '../api/errors.ts';

interface ArgumentRow {
  /** `<name>` is replaced by a value. */
  message: string;
  when: string;
}

export const ARGUMENT_ERRORS = {
  unknown: {
    message: 'Unknown argument: <name>. Known: <known>.',
    when: 'the tool, for that dataset, takes no such argument',
  },
  missing: {
    message: 'Missing argument: <name>. Known: <known>.',
    when: 'a required argument is not given',
  },
  type: {
    message: 'Argument <name> must be of type <type>.',
    when: 'an argument has another JSON type than its schema says, and means no value of that type',
  },
  set: {
    message: '<name> must be one of: <known>.',
    when: 'a value outside a closed set, of which it is no spelling either',
  },
  twice: {
    message: 'Argument <name> is given twice, in filters and beside them.',
    when: 'a filter has two values',
  },
} as const satisfies Record<string, ArgumentRow>;

type ArgumentErrorName = keyof typeof ARGUMENT_ERRORS;

export class ArgumentError extends Error {
  /** `nearest` is the known name that was probably meant. */
  constructor(name: ArgumentErrorName, parts: Readonly<Record<string, string>>, nearest?: string) {
    const {message} = ARGUMENT_ERRORS[name];
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    super(filled(message, parts) + meant);
    this.name = 'ArgumentError';
  }
}
