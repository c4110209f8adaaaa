/** Kinds of work over zones: which one a point belongs to. */
import {type Kind, query} from './kind.ts';

export const ZONE: readonly Kind[] = [
  {
    name: 'zone',
    title: 'zone of a point, in any municipality',
    goals: [{against: 'postgres', times: 60}],
    targets: ({points}) => points.map((point) => query('/zone', {...point})),
    compared: true,
  },
  {
    name: 'zone_geojson',
    title: 'zone of a point with its polygon',
    goals: [],
    targets: ({points}) => points.map((point) => query('/zone', {...point, format: 'geojson'})),
    compared: false,
  },
];
