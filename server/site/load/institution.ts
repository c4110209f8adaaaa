/** A department as an institution that lobbyists communicate with. */
import {bodyOf} from '../../../datasets/rules/bodies.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import type {View} from '../view/types.ts';
import {groupsOf} from './statistics.ts';

/** A filter of a list with its value: keys find the records of the institution alone. */
export interface InstitutionFilter {
  filter: 'institution' | 'institution_key';
  value: string;
}

/**
 * How a dataset of lobbying finds a department. Registrants write its name in their own ways: the keys of
 * those that mean the same public body find it exactly. Of a department that is in no table of bodies, the
 * list is that of a part of the name.
 */
export function institutionFilter(
  view: View,
  engine: Engine,
  dataset: string,
  {department}: Row,
  name: string,
): InstitutionFilter {
  const body = bodyOf(String(department));
  const groups =
    body === null ? [] : groupsOf(view, engine, dataset, 'institution', [['institution', name]]).data;
  const keys = groups.flatMap(({group_value, group_key}) =>
    group_key && bodyOf(group_value) === body ? [group_key] : [],
  );
  return keys.length > 0
    ? {filter: 'institution_key', value: keys.join(',')}
    : {filter: 'institution', value: name};
}
