/** Columns on private persons stay at the publisher. */
import {expect, test} from 'vitest';
import {bench, closing, single} from '../../helpers/fetching.ts';
import {startArcgis} from '../../portals/arcgis.ts';

const PATH = '/arcgis/rest/services/Permits/MapServer/2';

test('columns on private persons are not requested from an ArcGIS layer, and dropped if sent', async () => {
  const arcgis = await closing(startArcgis());
  arcgis.layers.set(PATH, {
    name: 'Permits',
    // This server returns every column, whatever is requested.
    rows: [{attributes: {OBJECTID: 1, PermitNo: 'BP1', phone: '555-0141', email: 'a@example.org'}}],
    geometryType: 'esriGeometryPoint',
  });
  const {fetch, stored} = await bench();
  const {body} = await single(
    fetch(
      [
        {
          name: 'permits.jsonl',
          format: 'jsonl',
          via: {portal: 'arcgis', layer: arcgis.base + PATH, page: 100},
        },
      ],
      {declared: {personal: ['phone', 'email']}},
    ),
  );
  expect(body.toString()).toBe('{"OBJECTID":1,"PermitNo":"BP1","geometry":null}\n');
  expect(new Set(arcgis.queries().map((query) => query.get('outFields')))).toEqual(
    new Set(['OBJECTID,PermitNo']),
  );
  expect(await stored()).not.toEqual([]);
});
