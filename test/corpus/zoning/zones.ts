/**
 * Generates the zoning layer of a city: blocks that share their edges, and what real layers have beside such.
 */
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Json, Source} from '../../../datasets/types.ts';
import {bend, may} from '../declared/bends.ts';
import {BLANK, textCell} from '../declared/cells.ts';
import type {Draft, LayoutColumns} from '../declared/columns.ts';
import {type Output, openOutputs} from '../declared/files.ts';
import {createMaker, type Maker, planOf} from '../declared/maker.ts';
import {type QuirkName, quirksOf} from '../declared/quirks.ts';
import {random} from '../prng.ts';
import {type Quirk, quirk} from '../quirk.ts';
import {fill, type Generate, type Task} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {type Block, blocks} from './blocks.ts';
import {canonical} from './canonical.ts';
import {type Mesh, mesh} from './mesh.ts';
import {drawnIn, eight, outline, type Part, sliver, square, streets} from './shapes.ts';
import {type Habit, habitOf, positions, type Writing} from './writing.ts';

/** What a block bends beside the texts of its zone; one that none of them claims is a plain zone. */
const SHAPE_QUIRKS = {
  street_network: quirk(1, 'one zone of streets over the whole city, with very many vertices'),
  gap: quirk(40, 'block without a zone', 20),
  hole: quirk(40, 'zone with a hole, which no zone fills', 200),
  island: quirk(40, 'zone with a hole that another zone fills exactly', 200),
  nested: quirk(40, 'zone wholly inside a larger one', 250),
  sliver: quirk(40, 'strip of some centimetres that overlaps a zone', 500),
  two_parts: quirk(40, 'zone of two parts', 60),
  touches_itself: quirk(40, 'ring that touches itself in a vertex', 300),
  crosses_itself: quirk(40, 'ring that crosses itself', 900),
  open_ring: quirk(40, 'ring without its first vertex at the end', 4_000),
  repeated_vertex: quirk(40, 'vertex twice in a row', 700),
  heights: quirk(40, 'coordinates with heights', 3_000),
  turned: quirk(40, 'ring in the other direction', 500),
  duplicate: quirk(40, 'zone twice, its ring begun elsewhere', 2_000),
  twin_code: quirk(40, 'one shape under two codes', 2_500),
  no_geometry: quirk(45, 'no geometry', 2_500),
  collapsed: quirk(45, 'ring of fewer than four positions', 6_000),
  line: quirk(45, 'line instead of an area', 9_000),
  metres: quirk(45, 'coordinates in metres of a projection', 9_000),
} as const satisfies Record<string, Quirk>;

type ShapeQuirk = keyof typeof SHAPE_QUIRKS;
type Kind = ShapeQuirk | QuirkName | null;

/** Quirks of tables that the blocks of a layer have in their own way. */
const OWN: readonly QuirkName[] = ['duplicate', 'shared_key'];
const textQuirks = (source: Source): QuirkName[] =>
  planOf(source).quirks.filter((name) => !OWN.includes(name));

/** The quirks of a layer: those of its shapes, and those of the fields beside them. */
export const zoningQuirks = (source: Source): Record<string, Quirk> => ({
  ...SHAPE_QUIRKS,
  ...quirksOf(textQuirks(source)),
});

/** Blocks for so many records: some hold none. */
const SPARE = {small: 1.6, national: 1.12};
/** Height of a sliver in degrees: some 20 cm. */
const SLIVER = 0.000_002;
/** Shapes whose canonical form the repair of rings decides. */
const REPAIRED: readonly Kind[] = ['touches_itself', 'crosses_itself'];

/** The generator of a layer of zones. */
export const zoning =
  (source: Source, records: (plan: Task['plan']) => number): Generate =>
  async (task) => {
    const maker = createMaker(source, task, records(task.plan), zoningQuirks(source));
    const [output] = await openOutputs(source, {folder: task.folder, seed: task.seed, records: maker.target});
    if (!output) throw new Error(`${source.slug}: the declaration names no file`);
    return new Layer(maker, output, task.plan.scale === 'national').write(task);
  };

/** Writes the zones of a city block by block. */
class Layer {
  readonly #maker: Maker;
  readonly #output: Output;
  readonly #columns: LayoutColumns;
  readonly #habit: Habit;
  readonly #count: number;
  readonly #grid: Mesh;
  readonly #texts: readonly QuirkName[];
  #zones = 0;

  constructor(maker: Maker, output: Output, national: boolean) {
    const {source, target, seed, layouts} = maker;
    this.#maker = maker;
    this.#output = output;
    this.#columns = layouts.get(output.layout.name) as LayoutColumns;
    this.#habit = habitOf(source.slug);
    this.#count = Math.ceil(target * (national ? SPARE.national : SPARE.small)) + 10;
    this.#texts = textQuirks(source);
    const city = output.layout.fields['municipality'];
    const box = MUNICIPALITIES[(city?.op === 'constant' ? city.value : '') as MunicipalitySlug].box;
    this.#grid = mesh({
      box,
      blocks: this.#count,
      seed: `${seed} ${source.slug}`,
      decimals: this.#habit.decimals,
    });
  }

  async write(task: Task) {
    const {seed, source, target, counted, schedule} = this.#maker;
    const whole: Block = {from: [0, 0], to: [this.#grid.columns, this.#grid.rows]};
    const walk = blocks(random(seed, source.slug, 'blocks'), whole, this.#count);
    const notice = this.#zone();
    const [remark] = this.#columns.prose;
    if (remark !== undefined) notice.cells[remark] = textCell(NOTICE.en);
    else if (!this.#output.labelled) this.#label(notice);
    schedule.due('street_network');
    this.#put(notice, [[streets(this.#grid)]], {}, 'street_network');
    const kinds = [...Object.keys(SHAPE_QUIRKS).slice(1), ...this.#texts] as (ShapeQuirk | QuirkName)[];
    await fill(task, {slug: source.slug, target, oracle: counted, files: [this.#output]}, (index, room) => {
      const block = walk.next();
      if (block.done) throw new Error(`${source.slug}: the blocks are used up: raise SPARE`);
      const able = (name: string) =>
        name in SHAPE_QUIRKS || may(source, this.#columns, name as QuirkName, this.#output);
      const kind = room < 2 ? null : (schedule.one(kinds, able) as Kind);
      this.#block(block.value, kind, index);
    });
    return counted.expected(await this.#output.close(), schedule.counts());
  }

  /** A zone with its texts, and no geometry yet. */
  #zone(): Draft {
    return this.#maker.draw(this.#columns, this.#zones++);
  }

  /** Layers without a column for remarks say in a text that rules read what they are. */
  #label(zone: Draft): void {
    const [column] = this.#columns.choices
      .flatMap(({columns}) => columns)
      .filter((name) => /desc|name/i.test(name));
    if (column === undefined)
      throw new Error(`${this.#maker.source.slug}: no column has room for the notice`);
    zone.cells[column] = textCell(NOTICE.en);
  }

  #write(zone: Draft, geometry: Json): void {
    const [column = ''] = this.#columns.read('geometry');
    zone.cells[column] = geometry === null ? BLANK : textCell('geometry', geometry);
    this.#output.add([{cells: zone.cells}], zone.subject.row);
  }

  /** Writes a zone and counts it. */
  #put(zone: Draft, parts: readonly Part[], how: Writing, shows: Kind): void {
    this.#write(zone, positions(parts, this.#habit, how));
    zone.geometry = canonical(parts);
    this.#maker.keep(zone, shows ?? 'plain', {sampled: !REPAIRED.includes(shows)});
  }

  /** Writes what one block holds. */
  #block(block: Block, kind: Kind, index: number): void {
    const {source, counted} = this.#maker;
    if (kind === 'gap') return;
    const zone = this.#zone();
    const refused = this.#texts.includes(kind as QuirkName)
      ? bend(source, kind as QuirkName, zone, index)
      : null;
    const broken = refused === null ? geometryless(kind, this.#grid, block) : undefined;
    if (refused !== null) {
      this.#write(zone, positions([[outline(this.#grid, block)]], this.#habit, {}));
      counted.reject(refused);
      return;
    }
    if (broken !== undefined) {
      this.#write(zone, broken);
      counted.reject(broken === null ? 'missing' : 'shape');
      return;
    }
    const [own = [], ...others] = drawn(kind, this.#grid, block, this.#habit);
    this.#put(zone, own, written(kind), kind);
    if (kind === 'duplicate') {
      this.#write(zone, positions(own, this.#habit, {begun: 2}));
      counted.merge('duplicate');
    }
    if (kind === 'twin_code') this.#put(this.#other(zone), own, {}, kind);
    for (const parts of others) this.#put(this.#zone(), parts, {}, kind);
  }

  /** A zone of another code. */
  #other(zone: Draft): Draft {
    const {value} = this.#columns;
    for (;;) {
      const other = this.#zone();
      if (value(other, 'zone_code') !== value(zone, 'zone_code')) return other;
    }
  }
}

/** Shapes of the zones of a block, its own first. */
function drawn(kind: Kind, grid: Mesh, block: Block, form: Habit): readonly (readonly Part[])[] {
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
function geometryless(kind: Kind, grid: Mesh, block: Block): Json | undefined {
  const [a = [], b = []] = outline(grid, block);
  switch (kind) {
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

function written(kind: Kind): Writing {
  if (kind === 'open_ring') return {open: true};
  if (kind === 'heights') return {height: 71.5};
  if (kind === 'turned') return {turned: true};
  return kind === 'repeated_vertex' ? {repeated: true} : {};
}
