/** Runs the renderer of stored rows for one table in one thread. */
import {HEADER, PIECE} from './layout.ts';
import type {SharedRows} from './shared_rows.ts';
import {SLACK} from './text_code.ts';
import {takeArea} from './thread_areas.ts';

/** Rows of one call. */
export const BATCH = 512;

const PAGE = 1 << 16;
const MIN_OUTPUT = 1 << 18;
const MIN_STAGED = 1 << 17;
/** Bytes of appended fields of a row. */
const FIELD_BYTES = 128;

type Render = (...parameters: number[]) => number;

/** A region of the memory with a view of it. */
interface Region<T> {
  address: number;
  view: T;
}

/** What one thread has of the memory; `texts` are appended fields, `staged` are row parts read from a file. */
export interface Area {
  heads: Region<Uint32Array>;
  rests: Region<Uint32Array>;
  ends: Region<Uint32Array>;
  fields: Region<Uint32Array>;
  texts: Region<Buffer>;
  staged: Region<Buffer>;
  output: Region<Buffer>;
}

/** Renders batches of rows; the result is overwritten by the next one. */
export class Renderer {
  readonly #render: Render;
  readonly #largest: {item: number; row: number};
  readonly area: Area;

  constructor(shared: SharedRows) {
    const {memory, values} = shared;
    const header = new Uint32Array(memory.buffer, values, 16);
    this.#largest = {item: header[HEADER.largestItem]!, row: header[HEADER.largestRow]!};
    const staged = Math.max(
      MIN_STAGED,
      2 * (header[HEADER.largestHead]! + header[HEADER.largestRest]! + PIECE),
    );
    const output = Math.max(MIN_OUTPUT, 2 * header[HEADER.largestRow]!) + BATCH * FIELD_BYTES;
    this.area = areaOf(shared, staged, output);
    const {exports} = new WebAssembly.Instance(shared.program, {
      env: {memory, abort: () => undefined},
    });
    this.#render = exports['render'] as Render;
  }

  /**
   * Renders the first `count` rows of the area, whole or the heads alone; with the appended fields where there are any. Returns
   * how many fitted the output: at least one.
   */
  render(count: number, whole: boolean, withFields: boolean): number {
    const {heads, rests, ends, fields, texts, output} = this.area;
    return this.#render(
      heads.address,
      whole ? rests.address : 0,
      count,
      output.address,
      output.address + output.view.length,
      whole ? this.#largest.row : this.#largest.item,
      ends.address,
      withFields ? fields.address : 0,
      texts.address,
    );
  }
}

/** The place of a thread's renderer of some rows, which is made when rows are first wanted: it takes memory. */
export class RendererSlot {
  readonly #shared: SharedRows;
  #opened: Renderer | null = null;

  constructor(shared: SharedRows) {
    this.#shared = shared;
  }

  get renderer(): Renderer {
    this.#opened ??= new Renderer(this.#shared);
    return this.#opened;
  }
}

/** The slots of this thread by the id of the rows, as long as anything holds them. */
const slots = new Map<string, WeakRef<RendererSlot>>();
const ended = new FinalizationRegistry<string>((id) => {
  if (!slots.get(id)?.deref()) slots.delete(id);
});

/**
 * The slot of this thread for some rows. Builds that share rows share it: memory only grows, so that a renderer for each build
 * would leave the areas of all earlier ones behind.
 */
export function rendererSlot(shared: SharedRows): RendererSlot {
  const known = slots.get(shared.id)?.deref();
  if (known) return known;
  const slot = new RendererSlot(shared);
  slots.set(shared.id, new WeakRef(slot));
  ended.register(slot, shared.id);
  return slot;
}

/** The area of this thread. */
function areaOf({memory, areas}: SharedRows, staged: number, output: number): Area {
  const sizes = {
    heads: 4 * BATCH,
    rests: 4 * BATCH,
    ends: 4 * BATCH,
    fields: 4 * (BATCH + 1),
    texts: BATCH * FIELD_BYTES,
    staged,
    output,
  };
  const places: Record<string, number> = {};
  let size = 0;
  for (const [name, bytes] of Object.entries(sizes)) {
    places[name] = size;
    size += Math.ceil((bytes + SLACK) / 64) * 64;
  }
  const base = takeArea(memory, areas, Math.ceil(size / PAGE)) * PAGE;
  // Another thread may have grown it: this one sees its size of now.
  memory.grow(0);
  const {buffer} = memory;
  const words = (name: keyof typeof sizes): Region<Uint32Array> => {
    const address = base + places[name]!;
    return {address, view: new Uint32Array(buffer, address, sizes[name] / 4)};
  };
  const bytes = (name: keyof typeof sizes): Region<Buffer> => {
    const address = base + places[name]!;
    return {address, view: Buffer.from(buffer, address, sizes[name])};
  };
  return {
    heads: words('heads'),
    rests: words('rests'),
    ends: words('ends'),
    fields: words('fields'),
    texts: bytes('texts'),
    staged: bytes('staged'),
    output: bytes('output'),
  };
}
