/** The error messages of each parameter, from the error table. */
import {message} from '../api/errors.ts';
import {distanceColumn} from '../api/routes/answers.ts';
import type {Parameter, Route} from '../api/routes/types.ts';

function byType(name: string, {type, values, longest = 200, choice}: Parameter): string[] {
  const set = {name, ...(values ? {values: values.join(', ')} : {})};
  switch (type) {
    case 'integer':
      return [message('integer', {name})];
    case 'number':
      return [message('number', {name})];
    case 'boolean':
      return [message('boolean', {name})];
    case 'time':
      return [message('time', {name})];
    case 'date':
      return [message('date', {name})];
    case 'sets':
      return [message('set', set)];
    case 'set':
      return [choice ? message('choice', {name, values: (values ?? []).join(' or ')}) : message('set', set)];
    case 'fiscal_year':
      return [message('fiscal_year', {name})];
    case 'names':
      return [message('fields', {...set, unknown: '<name>'})];
    case 'cursor':
      return [message('cursor_unreadable'), message('cursor_other'), message('cursor_combined')];
    case 'string':
      return [message('longest', {name, longest})];
  }
}

/** Messages in the order in which they are checked. */
export function parameterMessages(name: string, parameter: Parameter): string[] {
  const {lowest, required, together, between} = parameter;
  const alone = required && !together ? [message('required', {name})] : [];
  return [
    ...alone,
    ...(together ? [message('required_together', {names: together.join(' and ')})] : []),
    ...byType(name, parameter),
    ...(lowest === undefined ? [] : [message('lowest', {name, lowest})]),
    ...(between ? [message('between', {name, low: between[0], high: between[1]})] : []),
  ];
}

/** Messages of the rules that span several parameters of an operation. */
export function sharedRuleMessages(route: Route): string[] {
  if (route.kind === 'export' || !distanceColumn(route)) return [];
  return [message('proximity'), ...(route.kind === 'list' ? [message('distance')] : [])];
}
