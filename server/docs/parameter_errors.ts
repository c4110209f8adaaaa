/** The error messages of each parameter, from the error table. */
import type {ErrorName} from '../api/error_table.ts';
import {errorMessage} from '../api/errors.ts';
import {MOST_OF_MEDIANS} from '../api/routes/parameters.ts';
import type {Parameter, ParameterType, Route} from '../api/routes/types.ts';

/** The errors of a value, by the type of its parameter. */
const BY_TYPE: Record<ParameterType, readonly ErrorName[]> = {
  integer: ['integer'],
  number: ['number'],
  boolean: ['boolean'],
  time: ['time'],
  since: ['since', 'build'],
  date: ['date'],
  sets: ['set'],
  set: ['set'],
  fiscal_year: ['fiscal_year'],
  names: ['fields'],
  points: ['point'],
  cursor: ['cursor_unreadable', 'cursor_other', 'cursor_combined'],
  string: ['longest'],
};

function byType({type, values, choice, most, key}: Parameter): readonly ErrorName[] {
  if (choice) return ['choice'];
  if (type !== 'names' || values) return BY_TYPE[type];
  if (key) return [];
  return most === undefined ? BY_TYPE.names : ['most', 'ids'];
}

/** Messages in the order in which they are checked. */
export function parameterMessages(name: string, parameter: Parameter): string[] {
  const {type, values, longest = 200, lowest = '', required, together = [], between, most = ''} = parameter;
  const {most_short: short = ''} = parameter;
  const [low = '', high = ''] = between ?? [];
  const alone = required && together.length === 0;
  const errors: (ErrorName | false)[] = [
    alone === true && 'required',
    together.length > 0 && 'required_together',
    ...byType(parameter),
    lowest !== '' && 'lowest',
    most !== '' && (type === 'string' ? 'words' : 'most'),
    short !== '' && 'short_words',
    between !== undefined && 'between',
  ];
  const parts = {
    name,
    names: together.join(' and '),
    values: values?.join(parameter.choice ? ' or ' : ', ') ?? '<values>',
    ...{longest, lowest, low, high},
    ...{unknown: '<name>', id: '<id>', position: '<position>'},
  };
  return errors.flatMap((error) =>
    error ? [errorMessage(error, {...parts, most: error === 'short_words' ? short : most})] : [],
  );
}

/** Messages of the rules that span several parameters of an operation. */
export function sharedRuleMessages({kind, takes, feedSorts, distance}: Route): string[] {
  const near = distance && kind !== 'export';
  return [
    ...(near ? [errorMessage('proximity')] : []),
    ...(near && kind === 'list' ? [errorMessage('distance')] : []),
    ...(takes['facets'] ? [errorMessage('facets_format')] : []),
    ...(feedSorts.length > 0 ? [errorMessage('feed_sort', {values: feedSorts.join(', ')})] : []),
    ...(takes['median'] ? [errorMessage('medians', {most: MOST_OF_MEDIANS})] : []),
  ];
}
