/** Generates the zoning layer of a city: blocks that share their edges, and what real layers have beside such. */
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import type {Json} from '../../datasets/types.ts';
import {at} from '../lists.ts';
import {type Oracle, oracle, recordId} from '../oracle.ts';
import {type Random, random} from '../prng.ts';
import {schedule} from '../quirks.ts';
import {fill, type Generate} from '../task.ts';
import {NOTICE} from '../texts.ts';
import {type Block, blocks} from './blocks.ts';
import {canonical} from './canonical.ts';
import {CITY_FORMS, type CityForm, type Zone} from './cities.ts';
import {type City, type Code, codesOf} from './codes.ts';
import {createLayer} from './layer.ts';
import {type Mesh, mesh} from './mesh.ts';
import {drawnIn, eight, outline, type Part, sliver, square, streets} from './shapes.ts';
import {positions, type Writing} from './writing.ts';

/** What a block bends; one that none of them claims is a plain zone. */
const ONE = [
  'gap',
  'hole',
  'island',
  'nested',
  'sliver',
  'two_parts',
  'touches_itself',
  'crosses_itself',
  'open_ring',
  'repeated_vertex',
  'heights',
  'turned',
  'duplicate',
  'twin_code',
  'unknown_code',
  'no_geometry',
  'collapsed',
  'line',
  'metres',
  'no_code',
  'column_blank',
] as const;

type Kind = (typeof ONE)[number] | null;

/** Blocks for so many records: some hold none. */
const SPARE = {small: 1.4, national: 1.09};
/** Height of a sliver in degrees: some 20 cm. */
const SLIVER = 0.000_002;
/** Shapes whose canonical form the repair of rings decides. */
const REPAIRED: readonly Kind[] = ['touches_itself', 'crosses_itself'];

/** The generator of one city. */
export function zoning(city: City): Generate {
  const slug = `${city}_zoning` as const;
  const form = CITY_FORMS[city];
  const codes = codesOf(city);
  return async (task) => {
    const {folder, seed, plan} = task;
    const national = plan.scale === 'national';
    const target = plan.zoning[city] ?? 0;
    const quirks = schedule(slug, national);
    const label = `${city} zoning`;
    const counted = oracle({slug, dataset: 'zoning', label, valued: false});
    const count = Math.ceil(target * (national ? SPARE.national : SPARE.small)) + 10;
    const grid = mesh({
      box: MUNICIPALITIES[city].box,
      blocks: count,
      seed: `${seed} ${slug}`,
      decimals: form.decimals,
    });
    const layer = await createLayer(folder, form);
    const write = (zone: Zone, geometry: Json) => layer.add(form.columns(zone), geometry);
    const keep = (zone: Zone, parts: readonly Part[], shows: Kind | 'street_network' | 'notice') => {
      counted.keep({versions: 1, value: null, by: {zone_category: zone.of.category}});
      if (REPAIRED.includes(shows as Kind)) return;
      counted.sample(shows ?? 'plain', () => sampleOf(city, label, zone, parts));
    };

    const whole: Block = {from: [0, 0], to: [grid.columns, grid.rows]};
    const walk = blocks(random(seed, slug, 'blocks'), whole, count);
    let numbered = 0;
    const name = (means: Random, of: Code): Zone => {
      const number = ++numbered;
      return {number, code: form.code(of, means, number), of, description: of.description, lacks: false};
    };

    const first = random(seed, slug, 'notice');
    const said = name(first, at(codes.known, 0));
    const zone = {...said, description: said.description === null ? null : NOTICE.en};
    quirks.due('street_network');
    const network: Part[] = [[streets(grid)]];
    write(zone, positions(network, form, {}));
    keep(zone, network, 'street_network');

    await fill({tell: task.tell}, {slug, target, oracle: counted, files: [layer]}, (index, room) => {
      const block = walk.next();
      if (block.done) throw new Error(`${slug}: the blocks are used up: raise SPARE`);
      const means = random(seed, slug, index);
      const kind = quirks.one(room < 2 ? [] : ONE);
      unit({grid, form, codes, block: block.value, means, kind, counted, write, keep, name});
    });
    await layer.close();
    return counted.expected({[form.file]: layer.features}, quirks.counts());
  };
}

interface Unit {
  grid: Mesh;
  form: CityForm;
  codes: ReturnType<typeof codesOf>;
  block: Block;
  means: Random;
  kind: Kind;
  counted: Oracle;
  write(zone: Zone, geometry: Json): void;
  keep(zone: Zone, parts: readonly Part[], shows: Kind): void;
  name(means: Random, of: Code): Zone;
}

/** Writes what one block holds. */
function unit({grid, form, codes, block, means, kind, counted, write, keep, name}: Unit): void {
  if (kind === 'gap') return;
  const plain = name(means, kind === 'unknown_code' ? codes.unknown : means.pick(codes.known));
  const zone = {...plain, ...bent(plain, kind, form)};
  const refused = broken(kind, grid, block, form);
  if (refused !== undefined) {
    write(zone, refused);
    counted.reject(kind === 'line' || kind === 'metres' || kind === 'collapsed' ? 'shape' : 'missing');
    return;
  }
  const [own = [], ...others] = drawn(kind, grid, block, form);
  write(zone, positions(own, form, written(kind)));
  keep(zone, own, kind);
  if (kind === 'duplicate') {
    write({...zone, number: zone.number + 500_000}, positions(own, form, {begun: 2}));
    counted.merge('duplicate');
  }
  if (kind === 'twin_code') {
    const twin = name(means, at(codes.known, codes.known.indexOf(zone.of) + 1));
    write(twin, positions(own, form, {}));
    keep(twin, own, kind);
  }
  for (const parts of others) {
    const other = name(means, means.pick(codes.known));
    write(other, positions(parts, form, {}));
    keep(other, parts, kind);
  }
}

/** Shapes of the zones of a block, its own first. */
function drawn(kind: Kind, grid: Mesh, block: Block, form: CityForm): readonly (readonly Part[])[] {
  const body = form.drawnIn > 0 ? drawnIn(grid, block, form.drawnIn) : outline(grid, block);
  const middle = square(grid, block, 0.5, 0.5, 0.3);
  switch (kind) {
    case 'hole':
      return [[[body, middle]]];
    case 'island':
      return [[[body, middle]], [[middle]]];
    case 'nested':
      return [[[body]], [[square(grid, block, 0.4, 0.6, 0.25)]]];
    case 'sliver':
      return [[[body]], [[sliver(grid, block, SLIVER)]]];
    case 'two_parts':
      return [[[square(grid, block, 0.32, 0.5, 0.2)], [square(grid, block, 0.68, 0.5, 0.2)]]];
    case 'touches_itself':
    case 'crosses_itself':
      return [[[eight(grid, block, kind === 'crosses_itself')]]];
    default:
      return [[[body]]];
  }
}

/** A geometry that no zone can have; undefined where the block has one. */
function broken(kind: Kind, grid: Mesh, block: Block, form: CityForm): Json | undefined {
  const [a = [], b = []] = outline(grid, block);
  switch (kind) {
    case 'no_code':
      return positions([[outline(grid, block)]], form, {});
    case 'no_geometry':
      return null;
    case 'collapsed':
      return {type: 'Polygon', coordinates: [[[...a], [...b], [...a]]]};
    case 'line':
      return {type: 'LineString', coordinates: [[...a], [...b]]};
    case 'metres': {
      const square = [
        [630_000, 4_840_000],
        [630_100, 4_840_000],
        [630_100, 4_840_100],
        [630_000, 4_840_000],
      ];
      return {type: 'Polygon', coordinates: [square]};
    }
    default:
      return undefined;
  }
}

function bent({of, code}: Zone, kind: Kind, {lacking}: CityForm): Partial<Zone> {
  if (kind === 'no_code') return {code: null};
  if (kind !== 'column_blank') return {};
  if (lacking === 'description') return {lacks: true, description: null};
  return {lacks: true, code: lacking === 'label' ? of.base : code};
}

function written(kind: Kind): Writing {
  if (kind === 'open_ring') return {open: true};
  if (kind === 'heights') return {height: 71.5};
  if (kind === 'turned') return {turned: true};
  return kind === 'repeated_vertex' ? {repeated: true} : {};
}

function sampleOf(city: City, label: string, {code, of, description}: Zone, parts: readonly Part[]) {
  const geometry = canonical(parts);
  return {
    record_id: recordId('z_', `${city}_zoning`, [code ?? '', geometry]),
    earlier_versions: 0,
    fields: {
      municipality: city,
      province: MUNICIPALITIES[city].province,
      zone_code: code,
      zone_description: description,
      zone_category: of.category,
      source_dataset: label,
      geometry,
    },
  };
}
