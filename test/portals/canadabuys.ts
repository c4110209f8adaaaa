/**
 * The open-data folder of CanadaBuys: dates but no tags, and a firewall that refuses clients without a name.
 */
import {type Server, startServer} from './server.ts';
import {type File, serveFile} from './storage.ts';

export interface CanadaBuys extends Server {
  files: Map<string, File>;
}

/** Starts the folder; a client passes the firewall when its User-Agent holds a contact address. */
export async function startCanadaBuys(): Promise<CanadaBuys> {
  const files = new Map<string, File>();
  const server = await startServer((request, url, response) => {
    if (!request.headers['user-agent']?.includes('@')) {
      return void response.writeHead(403, {'content-type': 'text/html'}).end('<html>Access denied</html>');
    }
    const file = files.get(url.pathname.replace('/opendata/pub/', ''));
    if (!file) return void response.writeHead(404).end();
    serveFile(request, response, {...file, etag: 'none'});
  });
  return {...server, files};
}
