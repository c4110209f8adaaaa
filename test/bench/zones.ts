/**
 * Lookups of zones a second in this process, on one core: the index alone, and with the record that is found.
 */
import {NONE} from '../../engine/geo/polygons/layer.ts';
import {lookupPoint} from '../../engine/geo/polygons/lookup.ts';
import {openBuild} from '../../engine/open.ts';
import {scaled} from './effort.ts';
import {say} from './say.ts';
import {drawPoints, layersOf, type MeasuredLayer, type Points, ZONING} from './zones/layers.ts';

const POINTS = scaled(1_000_000, 20_000);
const RECORDS = scaled(200_000, 2000);
const WARM = scaled(100_000, 1000);
/** Lookups are timed in so many at once: a clock for each would cost more than the lookup. */
const AT_ONCE = 100;

const rate = (count: number, ms: number): string =>
  Math.round((count / ms) * 1000)
    .toLocaleString('en-CA')
    .padStart(12);

/**
 * Prints layers, lookups a second and a time profile; `current` is the link to a build or its folder. How
 * many layers were measured.
 */
export async function measureZones(current: string): Promise<number> {
  const layers = await layersOf(current);
  say('layer            polygons    vertices   index bytes');
  for (const {name, polygons, vertices, bytes} of layers) {
    const numbers = [polygons, vertices].map((n) => String(n).padStart(12));
    say(`${name.padEnd(13)}${numbers.join('')}${String(bytes).padStart(14)}`);
  }
  const points = drawPoints(layers, POINTS, 1);
  say('');
  measureMatches(layers, points);
  measureAlone(layers, points, 'all layers', POINTS);
  for (const layer of layers) {
    measureAlone([layer], drawPoints([layer], POINTS / 10, 2), layer.name, POINTS / 10);
  }
  await measureRecords(current, points);
  return layers.length;
}

/** How the points are found. */
function measureMatches(layers: readonly MeasuredLayer[], {lats, lngs}: Points): void {
  const all = layers.map(({layer}) => layer);
  const counts = {contains: 0, nearest: 0, none: 0};
  for (let i = 0; i < POINTS; i++) {
    const {precedence, match} = lookupPoint(all, lats[i]!, lngs[i]!);
    counts[precedence === NONE ? 'none' : match]++;
  }
  say(
    Object.entries(counts)
      .map(([name, n]) => `${name} ${((100 * n) / POINTS).toFixed(1)}%`)
      .join(', '),
  );
}

function measureAlone(
  layers: readonly MeasuredLayer[],
  {lats, lngs}: Points,
  name: string,
  count: number,
): void {
  const all = layers.map(({layer}) => layer);
  let matches = 0;
  for (let i = 0; i < Math.min(WARM, count); i++) matches += lookupPoint(all, lats[i]!, lngs[i]!).precedence;
  const slow: number[] = [];
  const startedAt = performance.now();
  for (let i = 0; i < count; i += AT_ONCE) {
    const one = performance.now();
    for (let j = i; j < i + AT_ONCE; j++) matches += lookupPoint(all, lats[j]!, lngs[j]!).precedence;
    slow.push(performance.now() - one);
  }
  const ms = performance.now() - startedAt;
  slow.sort((a, b) => a - b);
  const worst = (slow[Math.floor(slow.length * 0.999)]! * 1000) / AT_ONCE;
  if (matches < 0) throw new Error('places are not negative');
  say(
    `${name.padEnd(13)}${rate(count, ms)} lookups/s; 99.9% of hundreds at most ${worst.toFixed(2)} us each`,
  );
}

/** The engine with the item of the record, read from the page cache. */
async function measureRecords(current: string, {lats, lngs}: Points): Promise<void> {
  const engine = await openBuild(current);
  let bytes = 0;
  const startedAt = performance.now();
  for (let i = 0; i < RECORDS; i++) {
    const zone = engine.zone({dataset: ZONING, lat: lats[i]!, lng: lngs[i]!});
    if (zone instanceof Promise) throw new Error('the index answers at once');
    bytes += zone?.item.length ?? 0;
  }
  const ms = performance.now() - startedAt;
  say(`with records ${rate(RECORDS, ms)} lookups/s; ${Math.round(bytes / RECORDS)} bytes each`);
  await engine.close();
}
