/** Writes the polygons of a table layer by layer, for the lookup of points and for tiles. */
import {ident, literal} from '../../../datasets/rules/sql.ts';
import type {Dataset} from '../../../datasets/types.ts';
import type {IndexWriter} from '../../file/index_file.ts';
import {SECTIONS} from '../../file/section_names.ts';
import type {CompileDb} from '../../sql/compile_db.ts';
import {forEachLocated, type RowOrder} from '../../sql/row_order.ts';
import {blobVector, numericVector} from '../../sql/vectors.ts';
import type {LayerData} from './layer.ts';
import {LayerWriter} from './layer_writer.ts';

type PolygonDeclaration = NonNullable<Dataset['area']>;

/**
 * Writes the sections of all layers that have a polygon, one in memory at a time; returns their names,
 * ascending.
 */
export async function writePolygons(
  db: CompileDb,
  {name, area}: Dataset & {area: PolygonDeclaration},
  rowOrder: RowOrder,
  index: IndexWriter,
): Promise<string[]> {
  const table = await assignPrecedences(db, name, area);
  index.write(SECTIONS.areas.rows, await rowsByPrecedence(db, table, rowOrder));
  const layers: string[] = [];
  for (const layer of await layerNames(db, table)) {
    const polygons = await readLayer(db, name, area, table, layer);
    if (polygons.size === 0) continue;
    writeLayer(index, layer, polygons.build());
    layers.push(layer);
  }
  await db.run(`DROP TABLE ${table}`);
  return layers;
}

/** Creates a working table: `_file` and `_row` of each row, its `layer` and its `precedence`. */
async function assignPrecedences(db: CompileDb, name: string, area: PolygonDeclaration): Promise<string> {
  const table = ident(`precedences_of_${name}`);
  // DuckDB compares texts by their bytes, which is code point order.
  const order = [area.size, ...area.tieBreakers].map((column) => `r.${ident(column)}`).join(', ');
  await db.run(
    `CREATE OR REPLACE TABLE ${table} AS
    SELECT CAST(r._file AS INTEGER) AS _file, CAST(r._row AS INTEGER) AS _row, CAST(r.${ident(area.within)} AS VARCHAR) AS layer,
      CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS precedence
    FROM ${ident(name)} AS r`,
  );
  return table;
}

async function rowsByPrecedence(db: CompileDb, table: string, order: RowOrder): Promise<Uint32Array> {
  const rowByPrecedence = new Uint32Array(order.rows);
  await forEachLocated(db, order, `SELECT _file, _row, precedence FROM ${table}`, (rows, chunk) => {
    for (const [i, precedence] of numericVector(chunk, 2).entries()) rowByPrecedence[precedence] = rows[i]!;
  });
  return rowByPrecedence;
}

async function layerNames(db: CompileDb, table: string): Promise<string[]> {
  const rows = await db.rows(`SELECT DISTINCT layer, encode(layer) AS bytes FROM ${table} ORDER BY bytes`);
  return rows.map(({layer}) => String(layer));
}

async function readLayer(
  db: CompileDb,
  name: string,
  area: PolygonDeclaration,
  table: string,
  layer: string,
): Promise<LayerWriter> {
  const polygons = new LayerWriter();
  const rows = db.stream(
    `SELECT precedences.precedence, encode(r.${ident(area.geometry)})
    FROM ${ident(name)} AS r JOIN ${table} AS precedences ON precedences._file = r._file AND precedences._row = r._row
    WHERE precedences.layer = ${literal(layer)} ORDER BY precedences.precedence`,
  );
  for await (const chunk of rows) {
    const [precedence, text] = [numericVector(chunk, 0), blobVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) {
      try {
        polygons.add(precedence[i]!, Buffer.from(text(i)).toString('utf8'));
      } catch (cause) {
        throw new Error(
          `${name}: area ${precedence[i]} of ${layer} cannot be read: run \`make ingest\` to write it again`,
          {cause},
        );
      }
    }
  }
  return polygons;
}

function writeLayer(index: IndexWriter, layer: string, data: LayerData): void {
  const names = SECTIONS.areas.layer(layer);
  index.write(names.tree, data.tree);
  index.write(names.precedences, data.precedences);
  index.write(names.polygons, data.polygons);
  index.write(names.runs, data.runs);
  index.write(names.boxes, data.boxes);
  index.write(names.vertices, data.vertices);
  index.write(names.outline, data.outline);
}
