/** Which columns a field function reads. */
import type {Field, PointLocation as PointForm} from '../../../datasets/types.ts';

/** Columns that a field function reads. */
export function columnsRead(field: Field): readonly string[] {
  switch (field.op) {
    case 'sum':
      return [...field.terms, ...(field.or?.terms ?? [])].map(({column}) => column);
    case 'rules':
      return field.rules.rules.flatMap(({when}) => when.flatMap(({from}) => from));
    case 'when':
      return [
        ...columnsRead(field.value),
        ...field.rules.rules.flatMap(({when}) => when.flatMap(({from}) => from)),
      ];
    case 'degree':
      return field.locations.flatMap(pointColumns);
    case 'bilingual':
      return [field.en, field.fr];
    case 'department':
      return [field.code, field.en, field.fr, field.both].filter((name) => name !== undefined);
    case 'identifier':
      return [field.from, ...field.otherwise];
    case 'progress':
      return [...field.start, ...field.end, ...(field.published ? [field.published] : [])];
    case 'constant':
    case 'address':
      return [];
    default: {
      const {from} = field as {from?: string | readonly string[]};
      return from === undefined ? [] : typeof from === 'string' ? [from] : from;
    }
  }
}

/** Columns that a form of a point reads. */
export const pointColumns = (at: PointForm): string[] =>
  Object.entries(at).flatMap(([name, column]) => (['form', 'crs', 'table'].includes(name) ? [] : [column]));
