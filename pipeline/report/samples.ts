/** Reads the first refused rows and unreadable cells of each reason from the rejects, in bounded memory. */
import {createReadStream} from 'node:fs';
import {join} from 'node:path';
import {createZstdDecompress} from 'node:zlib';
import {inBuild, type SourceEntry} from '../../builds/artefacts.ts';
import {linesOf} from '../read/json_elements.ts';
import type {RejectLine} from '../write/rejects.ts';

/** Samples per reason. */
const MOST = 5;
/** Longest sample in characters. */
const LONGEST = 480;

export type Sample = Pick<RejectLine, 'file' | 'line' | 'raw'>;

export interface Samples {
  /** By reason. */
  rows: Map<string, Sample[]>;
  /** By note, `field: reason`. */
  cells: Map<string, Sample[]>;
}

/** Stops reading once every counted reason has its samples. */
export async function samplesOf(folder: string, source: SourceEntry): Promise<Samples> {
  const samples: Samples = {rows: new Map(), cells: new Map()};
  const maxSamples = (counts: Record<string, number>) =>
    Object.values(counts).reduce((sum, n) => sum + Math.min(n, MOST), 0);
  let missing = maxSamples(source.rejected_by_reason) + maxSamples(source.notes);
  if (!missing) return samples;
  const packed = createReadStream(join(folder, inBuild.rejects(source.slug)));
  const unpacked = packed.pipe(createZstdDecompress());
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of linesOf(unpacked)) {
      const reject = JSON.parse(line.text) as RejectLine;
      const [group, key] =
        reject.kind === 'row'
          ? [samples.rows, reject.reason]
          : [samples.cells, `${reject.field}: ${reject.reason}`];
      const known = group.get(key) ?? [];
      if (known.length >= MOST) continue;
      group.set(key, [...known, {file: reject.file, line: reject.line, raw: cut(reject.raw)}]);
      missing -= 1;
      if (!missing) break;
    }
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  return samples;
}

function cut(raw: string): string {
  const signs = [...raw.slice(0, 2 * LONGEST)];
  if (signs.length <= LONGEST) return raw;
  return `${signs.slice(0, LONGEST).join('')} … (${raw.length} characters)`;
}
