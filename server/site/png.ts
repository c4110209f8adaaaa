/** Pictures as PNG, drawn from their SVG in the calling thread. */
import {createRequire} from 'node:module';
import type {Resvg} from '@resvg/resvg-js';
import {LRUCache} from 'lru-cache';

/** Bytes of pictures that a thread keeps: some two hundred, since programs ask for one as often as people share it. */
const KEPT = 8 << 20;

const kept = new LRUCache<string, Buffer>({maxSize: KEPT, sizeCalculation: ({length}) => length});

// Few threads draw: the others load neither the library nor the fonts.
const load = createRequire(import.meta.url);

type Draw = (svg: string) => Buffer;

let draw: Draw | undefined;

function openDrawer(): Draw {
  const library = load('@resvg/resvg-js') as {Resvg: typeof Resvg};
  const fontFiles = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) =>
    load.resolve(`@expo-google-fonts/inter/${file}`),
  );
  const font = {fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter'};
  return (svg) => new library.Resvg(svg, {font}).render().asPng();
}

/** The PNG of `svg`, in its size; one of the same `tag` is drawn once. Takes some 25 ms. */
export function pngOf(tag: string, svg: () => string): Buffer {
  const known = kept.get(tag);
  if (known) return known;
  draw ??= openDrawer();
  const made = draw(svg());
  kept.set(tag, made);
  return made;
}
