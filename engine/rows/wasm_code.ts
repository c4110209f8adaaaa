/** Writes WebAssembly: instructions of a function, and modules of functions over one shared memory. */

/** Types of parameters, results and locals. */
export const TYPE = {i32: 0x7f, v128: 0x7b} as const;
type Type = (typeof TYPE)[keyof typeof TYPE];

/** Number of bytes that a vector holds. */
export const VECTOR = 16;

/** Pages of the largest memory. */
const MAX_PAGES = 1 << 16;

/** An unsigned number in groups of seven bits, the lowest first. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** A signed number in groups of seven bits, the lowest first. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  bytes.push(rest & 0x7f);
  return bytes;
}

const vector = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];

const text = (value: string): number[] => vector([...Buffer.from(value)].map((byte) => [byte]));

/** A local variable of a function. */
export type Local = number & {readonly local: unique symbol};

/** A variable of the module. */
export type Global = number & {readonly global: unique symbol};

/** The instructions of one function. Each method appends one and returns the code. */
export class Code {
  readonly #bytes: number[] = [];
  readonly #locals: Type[] = [];
  readonly #parameters: number;

  /** A function of so many parameters of type i32, which are its first locals. */
  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  /** A parameter. */
  parameter(i: number): Local {
    return i as Local;
  }

  /** A new local variable. */
  local(type: Type = TYPE.i32): Local {
    this.#locals.push(type);
    return (this.#parameters + this.#locals.length - 1) as Local;
  }

  /** Locals and instructions as a module has them. */
  body(): number[] {
    const bytes = [...vector(this.#locals.map((type) => [1, type])), ...this.#bytes, 0x0b];
    return [...unsigned(bytes.length), ...bytes];
  }

  #op(...bytes: number[]): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** An access to memory at the address on the stack and `offset`; no alignment is promised. */
  #access(opcode: readonly number[], offset: number): this {
    return this.#op(...opcode, 0, ...unsigned(offset));
  }

  i32 = (value: number): this => this.#op(0x41, ...signed(value));
  get = (local: Local): this => this.#op(0x20, ...unsigned(local));
  set = (local: Local): this => this.#op(0x21, ...unsigned(local));
  tee = (local: Local): this => this.#op(0x22, ...unsigned(local));
  getGlobal = (global: Global): this => this.#op(0x23, ...unsigned(global));
  setGlobal = (global: Global): this => this.#op(0x24, ...unsigned(global));
  call = (number: number): this => this.#op(0x10, ...unsigned(number));

  block = (): this => this.#op(0x02, 0x40);
  loop = (): this => this.#op(0x03, 0x40);
  if = (): this => this.#op(0x04, 0x40);
  else = (): this => this.#op(0x05);
  end = (): this => this.#op(0x0b);
  /** Leaves the block of this depth, or begins that loop again. */
  br = (depth: number): this => this.#op(0x0c, ...unsigned(depth));
  brIf = (depth: number): this => this.#op(0x0d, ...unsigned(depth));
  return = (): this => this.#op(0x0f);
  select = (): this => this.#op(0x1b);

  load8 = (offset = 0): this => this.#access([0x2d], offset);
  load16 = (offset = 0): this => this.#access([0x2f], offset);
  load32 = (offset = 0): this => this.#access([0x28], offset);
  store8 = (offset = 0): this => this.#access([0x3a], offset);
  store16 = (offset = 0): this => this.#access([0x3b], offset);
  store32 = (offset = 0): this => this.#access([0x36], offset);
  load128 = (offset = 0): this => this.#access([0xfd, 0x00], offset);
  /** Eight bytes, and zeros behind them. */
  load64Zero = (offset = 0): this => this.#access([0xfd, 0x5d], offset);
  store128 = (offset = 0): this => this.#access([0xfd, 0x0b], offset);

  /** A vector of these bytes, and zeros behind them. */
  v128(bytes: Uint8Array): this {
    this.#op(0xfd, 0x0c);
    for (let i = 0; i < VECTOR; i++) this.#op(bytes[i] ?? 0);
    return this;
  }

  /** The lanes of two vectors of 16 bytes that these numbers choose. */
  shuffle = (lanes: readonly number[]): this => this.#op(0xfd, 0x0d, ...lanes);
  /** Bytes of the first vector, chosen by those of the second. */
  swizzle = (): this => this.#op(0xfd, 0x0e);
  and128 = (): this => this.#op(0xfd, 0x4e);
  /** Each of 16 bytes without its `bits` lowest bits, which move down. */
  shiftBytesRight = (bits: number): this => this.i32(bits).#op(0xfd, ...unsigned(0x6d));

  eqz = (): this => this.#op(0x45);
  eq = (): this => this.#op(0x46);
  lessThan = (): this => this.#op(0x49);
  moreThan = (): this => this.#op(0x4b);
  atLeast = (): this => this.#op(0x4f);
  trailingZeros = (): this => this.#op(0x68);
  add = (): this => this.#op(0x6a);
  sub = (): this => this.#op(0x6b);
  and = (): this => this.#op(0x71);
  or = (): this => this.#op(0x72);
  xor = (): this => this.#op(0x73);
  shiftLeft = (): this => this.#op(0x74);
  shiftRight = (): this => this.#op(0x76);
}

/** A function of a module: parameters and results are of type i32. */
export interface WasmFunction {
  parameters: number;
  results: number;
  code: Code;
}

const section = (id: number, items: readonly (readonly number[])[]): number[] => {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
};

const repeated = (type: Type, count: number): number[] => vector(Array.from({length: count}, () => [type]));

/** A module that imports `env.memory` has so many variables and exports its last function. */
export function wasmModule(
  functions: readonly WasmFunction[],
  globals: number,
  exported: string,
): Uint8Array {
  const types = functions.map(({parameters, results}) => [
    0x60,
    ...repeated(TYPE.i32, parameters),
    ...repeated(TYPE.i32, results),
  ]);
  // Shared, of any size.
  const memory = [...text('env'), ...text('memory'), 0x02, 0x03, 0x00, ...unsigned(MAX_PAGES)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, i) => unsigned(i)),
    ),
    ...section(
      6,
      Array.from({length: globals}, () => [TYPE.i32, 0x01, 0x41, 0x00, 0x0b]),
    ),
    ...section(7, [[...text(exported), 0x00, ...unsigned(functions.length - 1)]]),
    ...section(
      10,
      functions.map(({code}) => code.body()),
    ),
  ]);
}
