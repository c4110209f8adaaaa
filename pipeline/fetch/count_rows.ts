/** How many rows a file holds, without reading what they say: for exports whose portal names a number. */
import {createReadStream} from 'node:fs';

/** Rows of a CSV behind its header, or features of a GeoJSON; whatever else the bytes are gives some number. */
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

/** Lines outside of quotes that hold anything; a doubled quote ends the quotes and begins them again. */
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

/** Objects in the lists of the object at the top: of a FeatureCollection only `features` has any. */
function features(): Counter {
  const open: number[] = [];
  let quoted = false;
  let escaped = false;
  let found = 0;
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (quoted) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) quoted = false;
        } else if (byte === QUOTE) quoted = true;
        else if (byte === OPEN || byte === LIST) {
          if (byte === OPEN && open.length === 2 && open[1] === LIST) found += 1;
          open.push(byte);
        } else if (byte === CLOSE || byte === LIST_END) open.pop();
      }
    },
    end: () => found,
  };
}
