/**
 * The ground of the map: where its file has land and water and names, how its tiles are served, and files of
 * operators, good and bad.
 */
import {mkdtempSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {VectorTile, type VectorTileFeature} from '@mapbox/vector-tile';
import {PbfReader} from 'pbf';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {COUNTRIES, LAKES, PROVINCES, SEAS} from '../../../ground/names.ts';
import {type TileFile, writePmtiles} from '../../../ground/pmtiles_writer.ts';
import {encodeTile} from '../../../server/tiles/encode.ts';
import {groundOf, ownGround} from '../../../server/tiles/ground.ts';
import {openPmtiles} from '../../../server/tiles/pmtiles.ts';
import {permitRows} from '../../helpers/permits_build.ts';
import {seed} from '../../helpers/seed.ts';
import {type TownService, townService} from '../../helpers/town_service.ts';

const {file, info} = ownGround();
const own = openPmtiles(file);
const folder = mkdtempSync(join(tmpdir(), 'ground-'));
afterAll(() => {
  own.close();
  rmSync(folder, {recursive: true});
});

/** The tile of a point, and where it is in it in units of 4096. */
function placeOf(lng: number, lat: number, z: number) {
  const radians = (lat * Math.PI) / 180;
  const shares = [lng / 360 + 0.5, 0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)];
  const [x, y] = shares.map((share) => share * 2 ** z) as [number, number];
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return {z, x: column, y: row, at: [(x - column) * 4096, (y - row) * 4096] as const};
}

const read = (bytes: Buffer | null) => new VectorTile(new PbfReader(bytes ?? Buffer.alloc(0)));

const featuresOf = ({layers}: VectorTile, name: string): VectorTileFeature[] =>
  Array.from({length: layers[name]?.length ?? 0}, (_, i) => layers[name]!.feature(i));

/** Whether an area covers a point: a line from there to the east crosses it an odd number of times. */
function covers(feature: VectorTileFeature, [px, py]: readonly [number, number]): boolean {
  let isInside = false;
  for (const ring of feature.loadGeometry()) {
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[(i + 1) % ring.length]!];
      if (a.y > py !== b.y > py && px < ((b.x - a.x) * (py - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
    }
  }
  return isInside;
}

const POLYGON = 3;

/** What the map shows at a point. */
function groundAt(lng: number, lat: number, z: number): 'land' | 'lake' | 'sea' {
  const place = placeOf(lng, lat, z);
  const tile = read(own.tile(place));
  const isIn = (name: string) =>
    featuresOf(tile, name).some((one) => one.type === POLYGON && covers(one, place.at));
  if (!isIn('earth')) return 'sea';
  return isIn('water') ? 'lake' : 'land';
}

describe('the ground of this project', () => {
  test.each([
    ['Banff', -115.57, 51.18, 'land'],
    ['Chibougamau', -74.37, 49.92, 'land'],
    ['Iqaluit', -68.6, 63.8, 'land'],
    ['Manitoulin, an island in a lake', -82.2, 45.75, 'land'],
    ['Anticosti, an island in the gulf', -63, 49.5, 'land'],
    ['Fairbanks', -147.7, 64.8, 'land'],
    ['Chicago', -87.8, 41.85, 'land'],
    ['Greenland', -40, 70, 'land'],
    ['Lake Superior', -87.6, 47.7, 'lake'],
    ['Lake Winnipeg', -97.6, 52.6, 'lake'],
    ['Great Slave Lake', -114.5, 61.6, 'lake'],
    ['Hudson Bay', -85.4, 59.6, 'sea'],
    ['the Pacific', -138, 46, 'sea'],
    ['the Gulf of St. Lawrence', -61.6, 48, 'sea'],
  ] as const)('%s is %4$s', (_, lng, lat, kind) => {
    expect([4, 7].map((z) => groundAt(lng, lat, z))).toEqual([kind, kind]);
  });

  test('waters are named in water, provinces and countries on land', () => {
    for (const {
      en,
      at: [lng, lat],
    } of LAKES)
      expect([en, groundAt(lng, lat, 7)]).not.toEqual([en, 'land']);
    for (const {
      en,
      at: [lng, lat],
    } of SEAS)
      expect([en, groundAt(lng, lat, 7)]).toEqual([en, 'sea']);
    for (const {
      en,
      at: [lng, lat],
    } of [...PROVINCES, ...COUNTRIES])
      expect([en, groundAt(lng, lat, 7)]).toEqual([en, 'land']);
  });

  test('every municipality is named at every zoom, in its box, and provinces in both languages', () => {
    for (const {name, box} of Object.values(MUNICIPALITIES)) {
      const [lng, lat] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      for (const z of [0, 3, 5]) {
        const {x, y} = placeOf(lng, lat, z);
        const names = featuresOf(read(own.tile({z, x, y})), 'places').filter(
          ({properties}) => properties['name'] === name,
        );
        const isNear = names.some((one) => {
          const [at] = (one.toGeoJSON(x, y, z).geometry as unknown as {coordinates: number[]}).coordinates;
          return at! > box[0] - 0.1 && at! < box[2] + 0.1;
        });
        expect([name, z, isNear]).toEqual([name, z, true]);
      }
    }
    const {x, y} = placeOf(-120, 52, 3);
    const names = featuresOf(read(own.tile({z: 3, x, y})), 'places').map(({properties}) => properties);
    expect(names).toContainEqual(
      expect.objectContaining({kind: 'region', name: 'British Columbia', 'name:fr': 'Colombie-Britannique'}),
    );
  });

  test('has rivers and borders, and is small: 3 MB, and no tile above 60 kB', () => {
    expect(statSync(file).size).toBeLessThan(3_000_000);
    const counts = {tiles: 0, river: 0, country: 0, region: 0};
    for (let z = info.minzoom; z <= info.maxzoom; z++)
      for (let x = 0; x < 2 ** z / 2; x++)
        for (let y = 0; y < 2 ** z / 2; y++) {
          const bytes = own.tile({z, x, y});
          if (!bytes) continue;
          counts.tiles++;
          expect(bytes.length).toBeLessThan(60_000);
          if (z !== 5) continue;
          const tile = read(bytes);
          for (const one of [...featuresOf(tile, 'water'), ...featuresOf(tile, 'boundaries')])
            if (one.properties['kind'] !== 'lake') counts[one.properties['kind'] as 'river']++;
        }
    expect(counts.tiles).toBeGreaterThan(2000);
    for (const kind of ['river', 'country', 'region'] as const) expect(counts[kind]).toBeGreaterThan(10);
  });

  test('says whose data it is', () => {
    expect(info.attribution).toMatch(/GSHHG.*LGPL.*GeoNames.*CC BY/);
  });
});

/** A file with one square of land in each tile of two zooms. */
function writeFile(name: string, layers: readonly string[], change = (bytes: Buffer) => bytes): string {
  const square = {
    kind: 'polygon' as const,
    rings: [[0, 0, 4096, 0, 4096, 4096, 0, 4096]],
    values: {kind: 'x'},
  };
  const tiles: TileFile[] = [];
  for (const z of [0, 1, 6])
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        // Some are alike, and some lie alone.
        const features = [{...square, values: {kind: (x + y) % 3 === 0 ? `${x} ${y}` : 'alike'}}];
        if (z < 6 || x % 5 !== 0) {
          tiles.push({z, x, y, bytes: encodeTile(layers.map((one) => ({name: one, features})))});
        }
      }
  const metadata = {attribution: '© Somebody', vector_layers: layers.map((id) => ({id}))};
  const path = join(folder, name);
  writeFileSync(path, change(writePmtiles(tiles, {box: [-180, -85, 180, 85], zooms: [0, 6], metadata})));
  return path;
}

describe('the file of an operator', () => {
  test('is read in place, tile by tile, beyond a directory in leaves', () => {
    const {info: said, ...opened} = openPmtiles(writeFile('basemap.pmtiles', ['earth', 'roads']));
    expect(said).toMatchObject({
      minzoom: 0,
      maxzoom: 6,
      attribution: '© Somebody',
      layers: ['earth', 'roads'],
    });
    const kindOf = (z: number, x: number, y: number) => {
      const bytes = opened.tile({z, x, y});
      return bytes && featuresOf(read(bytes), 'earth')[0]!.properties['kind'];
    };
    for (let x = 0; x < 64; x++)
      for (let y = 0; y < 64; y++)
        expect(kindOf(6, x, y)).toBe(x % 5 === 0 ? null : (x + y) % 3 === 0 ? `${x} ${y}` : 'alike');
    expect([kindOf(0, 0, 0), kindOf(1, 0, 1), kindOf(3, 0, 0)]).toEqual(['0 0', 'alike', null]);
    opened.close();
  });

  test.each([
    ['nothing.pmtiles', () => {}, 'no such file'],
    ['text.pmtiles', (path: string) => writeFileSync(path, 'land and water\n'.repeat(20)), 'no PMTiles file'],
    ['empty.pmtiles', (path: string) => writeFileSync(path, ''), 'no PMTiles file'],
    ['old.pmtiles', () => writeFile('old.pmtiles', ['earth'], set(7, 2)), 'version 2'],
    ['pictures.pmtiles', () => writeFile('pictures.pmtiles', ['earth'], set(99, 2)), 'pictures'],
    ['zstd.pmtiles', () => writeFile('zstd.pmtiles', ['earth'], set(98, 4)), 'another way than gzip'],
    ['cut.pmtiles', () => truncateSync(writeFile('cut.pmtiles', ['earth']), 9000), 'bytes'],
    ['other.pmtiles', () => writeFile('other.pmtiles', ['transportation']), 'its layers are transportation'],
  ])('%s is refused with the setting, the file and the remedy', (name, make, why) => {
    const path = join(folder, name);
    make(path);
    const refused = () => groundOf(path);
    expect(refused).toThrow(`setting BASEMAP_PMTILES: ${path} cannot be the ground of the map: `);
    expect(refused).toThrow(why);
    expect(refused).toThrow('docs/OPERATE.md says where to get one');
  });

  test('without the setting it is that of this project', () => {
    expect(groundOf('')).toEqual(ownGround());
  });
});

/** Changes one byte. */
const set =
  (at: number, to: number) =>
  (bytes: Buffer): Buffer => {
    bytes[at] = to;
    return bytes;
  };

describe('over HTTP', () => {
  let town: TownService;
  beforeAll(async () => {
    town = await townService(permitRows(20, seed), 2);
  });
  afterAll(() => town?.close());
  beforeEach(() => town.open());

  test('a tile under the address of the page never changes; without its version it is asked for again', async () => {
    const [path] = /\/tiles\/ground\/[^"]+/.exec((await town.get('/en/map')).body.toString())!;
    const target = path.replace('{z}/{x}/{y}', '5/8/11');
    const {status, headers, body} = await town.get(target);
    expect([status, headers['Content-Type']]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    expect(headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
    expect(body.equals(own.tile({z: 5, x: 8, y: 11})!)).toBe(true);
    const again = await town.get(target, {'if-none-match': headers['ETag']!});
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const bare = await town.get('/tiles/ground/5/8/11.mvt');
    expect(bare.headers['Cache-Control']).toBe('public, max-age=300');
    expect(bare.headers['ETag']).toBe(headers['ETag']);
    expect((await town.get(`${target}x`)).headers['Cache-Control']).toBe('public, max-age=300');
  });

  test('what the file lacks has no bytes, and what is no tile is refused', async () => {
    for (const address of ['7/0/127', '9/100/170']) {
      const {status, body} = await town.get(`/tiles/ground/${address}.mvt`);
      expect([status, body.length]).toEqual([200, 0]);
    }
    for (const address of ['1/2/0.mvt', '17/0/0.mvt', '5/8.mvt', '5/8/11.png', '../../etc/passwd'])
      expect((await town.get(`/tiles/ground/${address}`)).status).toBe(400);
    expect(town.service.held.count).toBe(0);
  });

  test('the map has the file of the operator, and its own names of streets only where that has none', async () => {
    expect((await town.get('/en/map')).body.toString()).toContain('"street-names"');
    const ground = groundOf(writeFile('streets.pmtiles', ['earth', 'roads']));
    town.open({ground});
    const page = (await town.get('/fr/map')).body.toString();
    expect(page).toContain(`/tiles/ground/{z}/{x}/{y}.mvt?v=${ground.info.version}`);
    expect(page).toContain('© Somebody');
    expect(page).toContain('"maxzoom":6');
    expect(page).not.toContain('"street-names"');
    const {body} = await town.get(`/tiles/ground/6/3/3.mvt?v=${ground.info.version}`);
    expect(featuresOf(read(body), 'roads')).toHaveLength(1);
  });
});
