/** Compiles the areas of a table, layer by layer: their edges in a grid, for the lookup of points. */
import {ident, literal} from '../../../datasets/rules/sql.ts';
import type {Dataset} from '../../../datasets/types.ts';
import type {IndexWriter} from '../../file/index_file.ts';
import {SECTIONS} from '../../file/section_names.ts';
import type {CompileDb} from '../../sql/compile_db.ts';
import type {RowOrder} from '../../sql/row_order.ts';
import {blobVector, numericVector} from '../../sql/vectors.ts';
import {buildGrid} from './grid_writer.ts';
import type {LayerData} from './layer.ts';
import {ShapesWriter} from './shapes.ts';

type PolygonDeclaration = NonNullable<Dataset['area']>;

/** Writes the sections of all layers, one in memory at a time; gives their names, ascending. */
export async function writePolygons(
  shop: CompileDb,
  {name, area}: Dataset & {area: PolygonDeclaration},
  ranks: RowOrder,
  index: IndexWriter,
): Promise<string[]> {
  const places = await placeAreas(shop, name, area, ranks);
  index.write(SECTIONS.areas.rows, await ranksByPlace(shop, places, ranks.rows));
  const layers = await layerNames(shop, places);
  for (const layer of layers) {
    writeLayer(index, layer, await readLayer(shop, name, area, places, layer));
  }
  await shop.run(`DROP TABLE ${places}`);
  return layers;
}

/** Working table: `_file`, `_row` and `row_id` of each row, its `layer`, and its `place` in the order that decides. */
async function placeAreas(
  shop: CompileDb,
  name: string,
  area: PolygonDeclaration,
  ranks: RowOrder,
): Promise<string> {
  const table = ident(`places_of_${name}`);
  // Texts compare by their bytes, which is the order of code points.
  const order = [area.size, ...area.tieBreakers].map((column) => `r.${ident(column)}`).join(', ');
  await shop.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT row_order._file, row_order._row, row_order.row_id, CAST(r.${ident(area.within)} AS VARCHAR) AS layer,
      CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS place
    FROM ${ident(name)} AS r JOIN ${ranks.table} AS row_order ON row_order._file = r._file AND row_order._row = r._row`,
  );
  return table;
}

async function ranksByPlace(shop: CompileDb, places: string, rows: number): Promise<Uint32Array> {
  const ranks = new Uint32Array(rows);
  for await (const chunk of shop.stream(`SELECT place, row_id FROM ${places}`)) {
    const [place, rank] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) ranks[place[i]!] = rank[i]!;
  }
  return ranks;
}

async function layerNames(shop: CompileDb, places: string): Promise<string[]> {
  const names: string[] = [];
  for await (const chunk of shop.stream(
    `SELECT DISTINCT encode(layer) AS name FROM ${places} ORDER BY name`,
  )) {
    const bytes = blobVector(chunk, 0);
    for (let i = 0; i < chunk.rowCount; i++) names.push(Buffer.from(bytes(i)).toString('utf8'));
  }
  return names;
}

async function readLayer(
  shop: CompileDb,
  name: string,
  area: PolygonDeclaration,
  places: string,
  layer: string,
): Promise<LayerData> {
  const shapes = new ShapesWriter();
  const rows = shop.stream(
    `SELECT places.place, encode(r.${ident(area.geometry)})
    FROM ${ident(name)} AS r JOIN ${places} AS places ON places._file = r._file AND places._row = r._row
    WHERE places.layer = ${literal(layer)} ORDER BY places.place`,
  );
  for await (const chunk of rows) {
    const [place, text] = [numericVector(chunk, 0), blobVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      try {
        shapes.add(place[i]!, Buffer.from(text(i)).toString('utf8'));
      } catch (cause) {
        throw new Error(
          `${name}: area ${place[i]} of ${layer} cannot be read: run \`make ingest\` to write it again`,
          {cause},
        );
      }
    }
  }
  return buildGrid(shapes.build());
}

function writeLayer(index: IndexWriter, layer: string, data: LayerData): void {
  const {grid, bounds, vertices, precedences: places, cells, lists} = data;
  const {west, south, width, height, columns, rows} = grid;
  const names = SECTIONS.areas.layer(layer);
  index.write(names.grid, Float64Array.of(west, south, width, height, columns, rows, ...bounds));
  index.write(names.vertices, vertices);
  index.write(names.places, places);
  index.write(names.cells, cells);
  index.write(names.lists, lists);
}
