/** The error messages of each parameter, from the error table. */
import {errorMessage} from '../api/errors.ts';
import {MOST_OF_MEDIANS} from '../api/routes/parameters.ts';
import type {Parameter, Route} from '../api/routes/types.ts';

function byType(name: string, {type, values, longest = 200, choice, most, key}: Parameter): string[] {
  const set = {name, ...(values ? {values: values.join(', ')} : {})};
  switch (type) {
    case 'integer':
      return [errorMessage('integer', {name})];
    case 'number':
      return [errorMessage('number', {name})];
    case 'boolean':
      return [errorMessage('boolean', {name})];
    case 'time':
      return [errorMessage('time', {name})];
    case 'date':
      return [errorMessage('date', {name})];
    case 'sets':
      return [errorMessage('set', set)];
    case 'set':
      return [
        choice
          ? errorMessage('choice', {name, values: (values ?? []).join(' or ')})
          : errorMessage('set', set),
      ];
    case 'fiscal_year':
      return [errorMessage('fiscal_year', {name})];
    case 'names':
      if (key) return [];
      if (!values && most !== undefined)
        return [errorMessage('most', {name, most}), errorMessage('ids', {name, id: '<id>'})];
      return [errorMessage('fields', {...set, unknown: '<name>'})];
    case 'points':
      return [errorMessage('point', {name, position: '<position>'})];
    case 'cursor':
      return [
        errorMessage('cursor_unreadable'),
        errorMessage('cursor_other'),
        errorMessage('cursor_combined'),
      ];
    case 'string':
      return [errorMessage('longest', {name, longest})];
  }
}

/** Messages in the order in which they are checked. */
export function parameterMessages(name: string, parameter: Parameter): string[] {
  const {lowest, required, together, between, most, most_short: short} = parameter;
  const alone = required && !together ? [errorMessage('required', {name})] : [];
  return [
    ...alone,
    ...(together ? [errorMessage('required_together', {names: together.join(' and ')})] : []),
    ...byType(name, parameter),
    ...(lowest === undefined ? [] : [errorMessage('lowest', {name, lowest})]),
    ...(most === undefined
      ? []
      : [errorMessage(parameter.type === 'string' ? 'words' : 'most', {name, most})]),
    ...(short === undefined ? [] : [errorMessage('short_words', {name, most: short})]),
    ...(between ? [errorMessage('between', {name, low: between[0], high: between[1]})] : []),
  ];
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
