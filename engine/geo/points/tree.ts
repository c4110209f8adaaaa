/** The nodes of a Flatbush as it is stored, of which whole cells are counted. */
import {SECTIONS} from '../../file/section_names.ts';
import type {Sections} from '../../file/typed_sections.ts';

/** Flatbush has no interface to its nodes; these are the bytes of its version 3. */
const HEADER = {bytes: 8, magic: 0xfb, doubles: 0x38, nodeSize: 2, items: 4};

export interface Tree {
  /** West, south, east and north of each node, level by level, the leaves first. */
  boxes: Float64Array;
  nodeSize: number;
  /** First node of each level; none without points. */
  levels: number[];
}

/** The tree of a table with points; throws where it is not of the version that is written. */
export function openTree(sections: Sections): Tree {
  const bytes = sections.bytes(SECTIONS.points.tree);
  if (bytes.length === 0) return {boxes: new Float64Array(0), nodeSize: 1, levels: []};
  const {buffer, byteOffset} = bytes.subarray(0, HEADER.bytes);
  const head = new DataView(buffer, byteOffset, HEADER.bytes);
  if (head.getUint8(0) !== HEADER.magic || head.getUint8(1) !== HEADER.doubles)
    throw new Error('the tree of points has another form: run `make compile` to write the index again');
  const nodeSize = head.getUint16(HEADER.nodeSize, true);
  const levels: number[] = [];
  let [first, count] = [0, head.getUint32(HEADER.items, true)];
  for (;;) {
    levels.push(first);
    first += count;
    if (count === 1 && levels.length > 1) break;
    count = Math.ceil(count / nodeSize);
  }
  return {boxes: sections.doublesIn(SECTIONS.points.tree, HEADER.bytes, first * 4), nodeSize, levels};
}
