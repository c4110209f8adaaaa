/** Finds the layer of a service that a source reads: numbers change, and so do names. */
import type {Source} from '../../datasets/types.ts';
import {shortList} from '../read/header.ts';
import {countFeatures, describeLayer, type Layer, listLayers} from './arcgis_api.ts';
import {absentColumns} from './columns.ts';
import type {FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {isRefusal} from './retry.ts';

/**
 * The only layer of a service whose name matches; without a name the one that has the columns which a layout
 * reads, of several the one with most rows: the others hold parts of it. Throws where there is none.
 */
export async function findLayer(
  source: Pick<Source, 'slug' | 'layouts'>,
  target: Target,
  name: RegExp | undefined,
  context: FetchContext,
): Promise<Layer> {
  const all = await listLayers(target, context);
  if (name) {
    const matches = all.filter((one) => name.test(one.name));
    if (matches.length === 1 && matches[0])
      return describeLayer({...target, url: matches[0].address}, context);
    const names = (matches.length ? matches : all).map((one) => `"${one.name}"`).join(', ') || 'nothing';
    const problem = matches.length
      ? `several layers match ${name}: ${names}`
      : `no layer matches ${name}, there are ${names}`;
    throw new FetchError(target, problem, 'correct `layer` in the declaration');
  }
  const described = await Promise.all(
    all.map(async ({address}) => {
      try {
        return [await describeLayer({...target, url: address}, context)];
      } catch (error) {
        // A layer without rows, such as a picture, or one that the server does not show.
        if (isRefusal(error)) return [];
        throw error;
      }
    }),
  );
  const tried = described.flat().map((layer) => {
    const names = [...layer.columns, ...(layer.geometry ? ['geometry'] : [])];
    return {layer, lacking: absentColumns(source, target.file, names, ({lacking}) => lacking)};
  });
  const fitting = tried.flatMap(({layer, lacking}) => (lacking.length ? [] : [layer]));
  if (!fitting.length) {
    const lacks = tried.map(({layer, lacking}) => `"${layer.name}" lacks ${shortList(lacking)}`);
    const problem = `no layer has the columns that are read: ${lacks.join('; ') || 'there is none'}`;
    throw new FetchError(target, problem, 'declare the new names in `aliases` of the layout');
  }
  const counted = await Promise.all(
    fitting.map(async (layer) => ({
      layer,
      rows: (await countFeatures(target, layer.address, context)) ?? 0,
    })),
  );
  return counted.reduce((a, b) => (b.rows > a.rows ? b : a)).layer;
}
