/** An ArcGIS Hub: its catalogue, and the downloads of items. */
import {answer} from './faults.ts';
import {type Server, startServer} from './server.ts';
import {type File, serveFile} from './storage.ts';

export interface HubDataset {
  title: string;
  /** 32 hex characters. */
  item?: string;
}

export interface Hub extends Server {
  datasets: HubDataset[];
  items: Map<string, File>;
  /** Base of downloads. */
  content: string;
}

export async function startHub(): Promise<Hub> {
  const datasets: HubDataset[] = [];
  const items: Hub['items'] = new Map();
  const server = await startServer((request, url, response) => {
    if (url.pathname === '/api/feed/dcat-us/1.1.json') {
      return answer(response, JSON.stringify({conformsTo: 'x', dataset: datasets.map(described)}));
    }
    const file = items.get(/\/content\/items\/([^/]+)\/data$/.exec(url.pathname)?.[1] ?? '');
    if (file) return serveFile(request, response, file);
    answer(response, '', {kind: 'status', status: 404});
  });
  return {...server, datasets, items, content: `${server.base}/content`};
}

function described({title, item}: HubDataset) {
  return {
    '@type': 'dcat:Dataset',
    identifier: `https://www.example.org/home/item.html?id=${item ?? 'none'}`,
    title,
  };
}
