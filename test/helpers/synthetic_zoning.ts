/** A synthetic source of zones, for tests of the formats of polygons. */
import {constant, polygon, text} from '../../datasets/fields.ts';
import {DATASETS} from '../../datasets/index.ts';
import {OGL} from '../../datasets/publishers/licences.ts';
import type {Source} from '../../datasets/types.ts';
import type {Emit} from '../../pipeline/runtime/events.ts';
import {type MadePart, partOf} from './pipeline.ts';

export const ZONES: Source = {
  slug: 'invented_zoning',
  label: 'invented zoning',
  dataset: 'zoning',
  publisher: 'Harbour Board | Conseil du havre',
  ...OGL,
  page: 'https://example.org/zones',
  cadence: 'yearly',
  files: [
    {name: 'zones.geojson', format: 'geojson', via: {portal: 'plain', url: 'https://example.org/zones'}},
  ],
  encodings: ['utf-8'],
  layouts: [
    {
      name: 'zones',
      help: 'Invented.',
      header: ['CODE', 'NAME', 'geometry'],
      optional: ['NAME'],
      aliases: {},
      fields: {
        municipality: constant('ottawa'),
        province: constant('ON'),
        zone_code: text('CODE'),
        zone_description: text('NAME'),
        ...polygon(),
        source_url: constant('https://example.org/zones'),
      },
    },
  ],
  required: ['zone_code', 'geometry'],
  key: ['zone_code', 'geometry'],
};

/** Runs the pipeline over files of the invented source, or of one like it. */
export function zonesOf(paths: readonly string[], emit?: Emit, source = ZONES): Promise<MadePart> {
  const dataset = DATASETS['zoning'];
  if (!dataset) throw new Error('no dataset of zoning');
  return partOf(source, dataset, paths, emit);
}
