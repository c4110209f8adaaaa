/** Reads NetCDF: `nccopy` of Debian's netcdf-bin turns a file into the classic format, which this reads. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** The numbers of a variable. */
type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/** By the number of a type in the format: bytes of a value, and how one is read. */
const TYPES: Readonly<Record<number, {bytes: number; array: (length: number) => Numbers; read: string}>> = {
  1: {bytes: 1, array: (n) => new Int8Array(n), read: 'getInt8'},
  3: {bytes: 2, array: (n) => new Int16Array(n), read: 'getInt16'},
  4: {bytes: 4, array: (n) => new Int32Array(n), read: 'getInt32'},
  6: {bytes: 8, array: (n) => new Float64Array(n), read: 'getFloat64'},
};

/** Type of texts, which only attributes have here. */
const TEXT = 2;

class Header {
  #view: DataView;
  #at = 4;

  constructor(view: DataView) {
    this.#view = view;
  }

  int(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4);
  }

  #skip(bytes: number): void {
    this.#at += Math.ceil(bytes / 4) * 4;
  }

  text(): string {
    const length = this.int();
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at, length);
    this.#skip(length);
    return Buffer.from(bytes).toString();
  }

  /** A list: its tag, its length, its members. */
  list<T>(read: () => T): T[] {
    this.int();
    return Array.from({length: this.int()}, read);
  }

  attributes(): void {
    this.list(() => {
      this.text();
      const type = this.int();
      const length = this.int();
      this.#skip(length * (type === TEXT ? 1 : TYPES[type]!.bytes));
    });
  }
}

/** All variables of a classic file (offsets of 32 bits), by name. */
function parse(view: DataView): Map<string, Numbers> {
  const header = new Header(view);
  header.int();
  const sizes = header.list(() => [header.text(), header.int()][1] as number);
  header.attributes();
  const variables = header.list(() => {
    const name = header.text();
    const dimensions = Array.from({length: header.int()}, () => sizes[header.int()]!);
    header.attributes();
    const type = header.int();
    header.int();
    return {name, length: dimensions.reduce((a, b) => a * b, 1), type, begin: header.int()};
  });
  const numbersOf = ({length, type, begin}: (typeof variables)[number]): Numbers => {
    const {bytes, array, read} = TYPES[type]!;
    const get = (view as unknown as Record<string, (at: number) => number>)[read]!.bind(view);
    const numbers = array(length);
    for (let i = 0; i < length; i++) numbers[i] = get(begin + i * bytes);
    return numbers;
  };
  return new Map(variables.map((one) => [one.name, numbersOf(one)]));
}

/** Reads a variable of a NetCDF file by its name; throws where there is none. */
export function openNetcdf(path: string): (name: string) => Numbers {
  const folder = mkdtempSync(join(tmpdir(), 'netcdf-'));
  const classic = join(folder, 'classic.nc');
  try {
    execFileSync('nccopy', ['-k', 'classic', path, classic]);
    const {buffer, byteOffset, byteLength} = readFileSync(classic);
    const variables = parse(new DataView(buffer, byteOffset, byteLength));
    return (name) => {
      const found = variables.get(name);
      if (!found) throw new Error(`${path} has no variable ${name}`);
      return found;
    };
  } finally {
    rmSync(folder, {recursive: true});
  }
}
