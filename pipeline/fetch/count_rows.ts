/** Counts the rows of a file without parsing them, to verify exports against the portal's count. */
import {createReadStream} from 'node:fs';

/** Rows of a CSV after its header, or features of a GeoJSON; meaningless for other bytes. */
export async function countRows(path: string, form: 'csv' | 'geojson'): Promise<number> {
  const counter = form === 'csv' ? csvRows() : features();
  for await (const chunk of createReadStream(path, {highWaterMark: 1 << 18})) counter.add(chunk);
  return counter.end();
}

interface Counter {
  add: (bytes: Uint8Array) => void;
  end: () => number;
}

const [QUOTE, LF, CR, BACKSLASH, OPEN, CLOSE, LIST, LIST_END] = [...'"\n\r\\{}[]'].map((one) =>
  one.charCodeAt(0),
);

/** Counts non-empty lines outside quotes; a doubled quote closes and reopens the quotes. */
function csvRows(): Counter {
  let quoted = false;
  let filled = false;
  let lines = 0;
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (byte === QUOTE) quoted = !quoted;
        if (byte === LF && !quoted) {
          if (filled) lines += 1;
          filled = false;
        } else if (byte !== CR) filled = true;
      }
    },
    end: () => Math.max(0, lines + (filled ? 1 : 0) - 1),
  };
}

/** Counts objects in the arrays of the top-level object: in a FeatureCollection only `features` has any. */
function features(): Counter {
  const open: number[] = [];
  let quoted = false;
  let escaped = false;
  let rows = 0;
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (quoted) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) quoted = false;
        } else if (byte === QUOTE) quoted = true;
        else if (byte === OPEN || byte === LIST) {
          if (byte === OPEN && open.length === 2 && open[1] === LIST) rows += 1;
          open.push(byte);
        } else if (byte === CLOSE || byte === LIST_END) open.pop();
      }
    },
    end: () => rows,
  };
}
