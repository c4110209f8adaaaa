/**
 * A portal like that of a parliament: a list a session, a page a bill, a page a vote that only its bill
 * names.
 */
import {text} from '../../datasets/fields.ts';
import type {CrawlPage, Layout, Source, SourceFile} from '../../datasets/types.ts';
import {type Server, startServer} from './server.ts';
import {type Fault, type File, serveFile} from './storage.ts';

export interface Bill {
  title: string;
  /** What its list says of the last change. */
  changed: string;
  votes: number[];
}

/** Bills by session and number. */
export type Sessions = Record<string, Record<string, Bill>>;

export interface Parliament extends Server {
  sessions: Sessions;
  /** By path; each is taken once, in order. */
  faults: Map<string, (Fault | null)[]>;
  /** Pages that lead to the search page, as those of unknown persons do. */
  moved: Set<string>;
  etags: NonNullable<File['etag']>;
  /** Paths of the requests since the last call. */
  requested: () => string[];
}

/** The pages of the portal by path. */
export function pagesOf(sessions: Sessions): Map<string, string> {
  const pages = new Map<string, string>();
  for (const [session, bills] of Object.entries(sessions)) {
    const rows = Object.entries(bills).map(
      ([number, {changed}]) => `<Bill><Number>${number}</Number><Changed>${changed}</Changed></Bill>`,
    );
    pages.set(`/list/${session}`, `<Bills session="${session}">${rows.join('\n')}</Bills>`);
    for (const [number, {title, votes}] of Object.entries(bills)) {
      const own = votes.map((vote) => `<Vote number="${vote}"/>`).join('');
      const page = `<Detail session="${session}"><Number>${number}</Number><Title>${title}</Title><Votes>${own}</Votes></Detail>`;
      pages.set(`/bill/${session}/${number.toLowerCase()}`, page);
      for (const vote of votes) {
        const ballot = `<Ballot><Name>Élise ${vote}</Name><Vote>Yea</Vote></Ballot>`;
        pages.set(`/vote/${session}/${vote}`, `<Ballots>${ballot}</Ballots>`);
      }
    }
  }
  return pages;
}

const SEARCH = '<!DOCTYPE html><html><title>Search</title></html>';

/** Starts the portal. */
export async function startParliament(sessions: Sessions): Promise<Parliament> {
  const state = {sessions, faults: new Map(), moved: new Set<string>(), etags: 'strong' as const};
  let logged = 0;
  const server = await startServer((request, url, response) => {
    const path = decodeURIComponent(url.pathname);
    if (portal.moved.has(path)) return void response.writeHead(302, {location: '/search'}).end();
    const body = path === '/search' ? SEARCH : pagesOf(portal.sessions).get(path);
    if (body === undefined) return void response.writeHead(404).end();
    const faults = portal.faults.get(path) ?? [];
    serveFile(request, response, {body: Buffer.from(body), type: 'text/xml', etag: portal.etags, faults});
  });
  const portal: Parliament = {
    ...server,
    ...state,
    requested() {
      const paths = server.requests.slice(logged).map((row) => decodeURIComponent(row.path));
      logged = server.requests.length;
      return paths;
    },
  };
  return portal;
}

const layout = (name: string, at: string, header: string[], used: string): Layout => ({
  name,
  help: '',
  rows: {form: 'xml', path: at},
  header,
  optional: [],
  aliases: {},
  fields: {number: text(used)},
});

/** What a source of the portal declares. */
export const DECLARED: Partial<Source> = {
  encodings: ['utf-8'],
  layouts: [
    layout('list', 'Bills/Bill', ['Number', 'Changed', '../@session'], 'Number'),
    layout('bill', 'Detail', ['Number', 'Title', '@session'], 'Number'),
    layout('division', 'Detail/Votes/Vote', ['@number', '../../@session'], '@number'),
    layout('ballot', 'Ballots/Ballot', ['Name', 'Vote'], 'Name'),
  ],
};

/** The crawl of the portal; `more` changes the pages of bills. */
export function crawlOf(
  {base}: Pick<Server, 'base'>,
  sessions: readonly string[],
  more: Partial<CrawlPage> = {},
): SourceFile[] {
  const pages: CrawlPage[] = [
    {
      kind: 'list',
      seeds: sessions.map((session) => ({session})),
      name: 'list/{session}',
      url: `${base}/list/{session}`,
      mustMatch: /<Bills/,
    },
    {
      kind: 'bill',
      from: {layout: 'list', when: {column: 'Number', pattern: /^[CS]-/}},
      name: 'bill/{../@session}/{Number}',
      url: `${base}/bill/{../@session}/{Number:lower}`,
      changeStamp: 'Changed',
      mustMatch: /<Detail/,
      ...more,
    },
    {
      kind: 'vote',
      from: {layout: 'division'},
      name: 'vote/{../../@session}/{@number}',
      url: `${base}/vote/{../../@session}/{@number}`,
      mustMatch: /<Ballots/,
    },
  ];
  return [{name: 'bills.documents.ndjson', format: 'documents', via: {portal: 'crawl', pages}}];
}

/** The documents of a complete crawl of the portal: text by name. */
export function documentsOf({sessions}: Pick<Parliament, 'sessions'>): Record<string, string> {
  const named = [...pagesOf(sessions)].map(([path, body]) => {
    const name = path.slice(1).replace(/^bill\/(.*)$/, (_, rest: string) => `bill/${rest.toUpperCase()}`);
    return [name, body] as const;
  });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a file of documents holds: text by name. */
export const textsIn = (file: Buffer): Record<string, string> =>
  Object.fromEntries(
    file
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({name, text}) => [name, text]),
  );
