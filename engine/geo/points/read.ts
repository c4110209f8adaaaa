/** The points of a table: where each row stands, and the rows within a distance of a place. */
import Flatbush from 'flatbush';
import type {IndexFile} from '../../file/index_file.ts';
import {NO_ROW, SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';
import type {Circle} from '../circle.ts';
import type {Centre} from '../sphere.ts';

/** Level at which rows are counted roughly: nodes of a few hundred rows. */
const COARSE = 2;

/** Numbers of a box: west, south, east, north. */
const BOX = 4;

/** Codes of a column by place, and by code 1 where it is asked for, else 0. */
export interface LeafFilter {
  ordinals: Uint8Array;
  wanted: Uint32Array;
}

/**
 * A packed tree. Rows stand at places of its lowest level, so that those below one of its nodes are neighbours; a node
 * has its number within its level, where level 0 are the rows.
 */
export class Points {
  /** Rows by place. */
  readonly rowByLeaf: Uint32Array;
  /** By rank; NO_RANK for a row without a point. */
  readonly #places: Uint32Array;
  readonly #boxes: ArrayLike<number>;
  readonly #nodeSize: number;
  /** By level, the node at which it begins among all, and one more. */
  readonly #begins: number[];

  constructor(tree: Flatbush | null, ranks: Uint32Array, places: Uint32Array) {
    this.rowByLeaf = ranks;
    this.#places = places;
    this.#boxes = tree?._boxes ?? [];
    this.#nodeSize = tree?.nodeSize ?? 1;
    this.#begins = [0, ...(tree?._levelBounds ?? []).map((end) => end / BOX)];
  }

  /** Level of the root; 0 where no row has a point. */
  get height(): number {
    return Math.max(0, this.#begins.length - 2);
  }

  /** Places of these rows, all of which have points. */
  leavesOf(ranks: Uint32Array): Uint32Array {
    return ranks.map((rank) => this.#places[rank]!);
  }

  /** Latitude and longitude of the row at a place. */
  leafPoint(place: number): {lat: number; lng: number} {
    return {lat: this.#boxes[place * BOX + 1]!, lng: this.#boxes[place * BOX]!};
  }

  /** Latitude and longitude of a row; null without a point. */
  rowPoint(rank: number): {lat: number; lng: number} | null {
    const place = this.#places[rank]!;
    return place === NO_ROW ? null : this.leafPoint(place);
  }

  /** Metres from the centre to a row; NaN without a point. */
  rowDistance(centre: Centre, rank: number): number {
    const place = this.#places[rank]!;
    return place === NO_ROW ? Number.NaN : this.leafDistance(centre, place);
  }

  leafDistance(centre: Centre, place: number): number {
    return centre.distance(this.#boxes[place * BOX + 1]!, this.#boxes[place * BOX]!);
  }

  /** Metres that no row below a node is nearer than. */
  minDistance(centre: Centre, level: number, node: number): number {
    const at = (this.#begins[level]! + node) * BOX;
    const boxes = this.#boxes;
    return centre.minDistance(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Metres that no row below a node is farther than. */
  maxDistance(centre: Centre, level: number, node: number): number {
    const at = (this.#begins[level]! + node) * BOX;
    const boxes = this.#boxes;
    return centre.maxDistance(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Nodes of the level below from, to: children of a node. */
  children(level: number, node: number): [from: number, to: number] {
    const count = this.#begins[level]! - this.#begins[level - 1]!;
    return [node * this.#nodeSize, Math.min(count, (node + 1) * this.#nodeSize)];
  }

  /** Places from, to of the rows below a node. */
  leafRange(level: number, node: number): [from: number, to: number] {
    const span = this.#nodeSize ** level;
    return [node * span, Math.min(this.rowByLeaf.length, (node + 1) * span)];
  }

  /** Square of the distance to the row at a place. */
  squaredAngle(circle: Circle, place: number): number {
    return circle.squaredAngle(this.#boxes[place * BOX + 1]!, this.#boxes[place * BOX]!);
  }

  /** Whether a row lies in the circle. */
  isRowInside(circle: Circle, rank: number): boolean {
    const place = this.#places[rank]!;
    return place !== NO_ROW && this.#holds(circle, place);
  }

  /** A number of rows that lies not below that of the rows in the circle, and not far above it. */
  countUpperBound(circle: Circle): number {
    let most = 0;
    this.#stretches(circle, COARSE, (from, to) => {
      most += to - from;
    });
    return most;
  }

  /** Rows in the circle. */
  count(circle: Circle): number {
    let count = 0;
    this.#stretches(circle, 1, (from, to, whole) => {
      if (whole) count += to - from;
      else for (let at = from; at < to; at++) if (this.#holds(circle, at)) count++;
    });
    return count;
  }

  /** Puts the rows in the circle to the room, in no order; gives how many. The room holds as many as `most` says. */
  rowsInside(circle: Circle, room: Uint32Array): number {
    const {rowByLeaf: ranks} = this;
    let count = 0;
    this.#stretches(circle, 1, (from, to, whole) => {
      if (whole) {
        room.set(ranks.subarray(from, to), count);
        count += to - from;
        return;
      }
      for (let place = from; place < to; place++) {
        if (this.#holds(circle, place)) room[count++] = ranks[place]!;
      }
    });
    return count;
  }

  /**
   * Puts the places of rows in the circle that have one of the codes and pass by rank to the room, with the squares of
   * their distances; gives how many. Null: all pass. The rooms hold as many as pass, with codes as many
   * as `most` says.
   */
  leavesInside(
    circle: Circle,
    codes: LeafFilter | null,
    passes: ((rank: number) => boolean) | null,
    room: Uint32Array,
    squares: Float64Array,
  ): number {
    const ranks = this.rowByLeaf;
    const boxes = this.#boxes;
    let count = 0;
    const add = (place: number, whole: boolean): void => {
      const lng = boxes[place * BOX]!;
      const lat = boxes[place * BOX + 1]!;
      const square = circle.squaredAngle(lat, lng);
      if (!whole && !circle.containsPoint(square, lat, lng)) return;
      if (passes !== null && !passes(ranks[place]!)) return;
      room[count] = place;
      squares[count++] = square;
    };
    this.#stretches(circle, 1, (from, to, whole) => {
      if (codes === null) {
        for (let place = from; place < to; place++) add(place, whole);
        return;
      }
      const begin = count;
      let end = begin;
      for (let place = from; place < to; place++) {
        room[end] = place;
        // Without a branch: which rows have a code cannot be foreseen.
        end += codes.wanted[codes.ordinals[place]!]!;
      }
      for (let i = begin; i < end; i++) add(room[i]!, whole);
    });
    return count;
  }

  #holds(circle: Circle, place: number): boolean {
    const lng = this.#boxes[place * BOX]!;
    const lat = this.#boxes[place * BOX + 1]!;
    return circle.containsPoint(circle.squaredAngle(lat, lng), lat, lng);
  }

  /** Whether surely nothing below a node lies in the circle. */
  isNodeOutside(circle: Circle, level: number, node: number): boolean {
    const at = (this.#begins[level]! + node) * BOX;
    const boxes = this.#boxes;
    return circle.isDisjoint(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Whether surely all below a node lies in the circle. */
  #isInside(circle: Circle, level: number, node: number): boolean {
    const at = (this.#begins[level]! + node) * BOX;
    const boxes = this.#boxes;
    return circle.containsBox(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
  }

  /** Calls back for stretches of places that hold all rows in the circle; `whole`: and no others. */
  #stretches(circle: Circle, finest: number, found: Stretch): void {
    if (this.height > 0) this.#descend(this.height, 0, circle, finest, found);
  }

  #descend(level: number, node: number, circle: Circle, finest: number, found: Stretch): void {
    if (this.isNodeOutside(circle, level, node)) return;
    const whole = this.#isInside(circle, level, node);
    if (whole || level <= finest) {
      const [from, to] = this.leafRange(level, node);
      found(from, to, whole);
      return;
    }
    const [from, to] = this.children(level, node);
    for (let child = from; child < to; child++) this.#descend(level - 1, child, circle, finest, found);
  }
}

/** A stretch of places: all of them, or some of them, lie in the circle. */
type Stretch = (from: number, to: number, whole: boolean) => void;

/** The points of an index file, read where they lie. */
export function openPoints<Facts>(file: IndexFile<Facts>, sections: Sections): Points {
  const {tree, rows: ranks, leaves: places} = SECTIONS.points;
  const packed = sections.has(tree) ? Flatbush.from(file.bytes, sections.bytes(tree).byteOffset) : null;
  return new Points(packed, sections.u32(ranks), sections.u32(places));
}
