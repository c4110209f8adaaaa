/** Which columns of a file a layout reads. */
import type {Field, Layout, PointLocation, Rules} from './types.ts';

/** Columns that a field reads. */
export function columnsOf(field: Field): string[] {
  switch (field.op) {
    case 'constant':
      return [];
    case 'sum':
      return [...field.terms, ...(field.or?.terms ?? [])].map(({column}) => column);
    case 'rules':
      return rulesColumns(field.rules);
    case 'when':
      return [...columnsOf(field.value), ...rulesColumns(field.rules)];
    case 'identifier':
      return [field.from, ...field.otherwise];
    case 'progress':
      return [...(field.published ? [field.published] : []), ...field.start, ...field.end];
    case 'person_key':
      return [...field.name, field.location];
    case 'in_cad':
      return [...field.amount, field.currency];
    case 'bilingual':
      return [field.en, field.fr];
    case 'department':
      return [field.code, field.en, field.fr, field.both].filter((name) => name !== undefined);
    case 'address':
      return [...field.template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
    case 'degree':
      return field.locations.flatMap(placeColumns);
    default:
      return [field.from].flat();
  }
}

/** Columns that rules test or note. */
const rulesColumns = ({rules, reported}: Rules): string[] => [
  ...rules.flatMap(({when}) => when.flatMap(({from}) => from)),
  ...reported,
];

function placeColumns(location: PointLocation): string[] {
  if (location.form === 'columns') return [location.lat, location.lng];
  if (location.form === 'projected') return [location.x, location.y];
  return [location.column];
}

/** Distinct columns of the file that a layout uses. */
export function usedColumns(layout: Pick<Layout, 'fields' | 'where' | 'pivot'>): string[] {
  const names = [...Object.values(layout.fields).flatMap(columnsOf), ...(layout.where?.test.from ?? [])]
    // In documents `@en` is an attribute.
    .map((name) => (layout.pivot ? name.replace(/@(en|fr)$/, '') : name));
  const pivot = layout.pivot ? [layout.pivot.language, ...layout.pivot.key] : [];
  return [...new Set([...pivot, ...names])];
}
