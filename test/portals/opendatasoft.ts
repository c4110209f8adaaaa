/** An Opendatasoft portal: what it says of a dataset, how many rows it counts, and the export as one file. */
import {answer} from './faults.ts';
import {type Server, startServer} from './server.ts';
import {type File, serveFile} from './storage.ts';

export interface OpendatasoftDataset {
  data_processed?: string;
  count: number;
  /** Names of its columns; absent: not listed. */
  fields?: string[];
  export: File;
  /** Changes the dataset before the export of this number, from 1, is answered. */
  before?: (number: number, dataset: OpendatasoftDataset) => void;
}

export interface Opendatasoft extends Server {
  datasets: Map<string, OpendatasoftDataset>;
  /** Paths and queries of the requested exports. */
  exports: () => string[];
}

export async function startOpendatasoft(): Promise<Opendatasoft> {
  const datasets: Opendatasoft['datasets'] = new Map();
  let exports = 0;
  const server = await startServer((request, url, response) => {
    const [, id = '', rest = ''] = /\/datasets\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const dataset = datasets.get(id);
    if (!dataset) return answer(response, '', {kind: 'status', status: 404});
    if (rest === 'records') {
      if (url.searchParams.get('limit') !== '0') return answer(response, '', {kind: 'status', status: 400});
      return answer(response, JSON.stringify({total_count: dataset.count, results: []}));
    }
    if (rest.startsWith('exports/')) {
      exports += 1;
      dataset.before?.(exports, dataset);
      return serveFile(request, response, dataset.export);
    }
    const {data_processed} = dataset;
    const fields = dataset.fields?.map((name) => ({name, type: 'text'}));
    answer(response, JSON.stringify({dataset_id: id, fields, metas: {default: {title: id, data_processed}}}));
  });
  return {
    ...server,
    datasets,
    exports: () => server.requests.map(({path}) => path).filter((path) => path.includes('/exports/')),
  };
}
