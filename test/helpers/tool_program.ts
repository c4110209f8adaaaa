/** A program with the official client: it opens a browser for the consent and waits on a loopback port. */
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type OAuthClientProvider, UnauthorizedError} from '@modelcontextprotocol/sdk/client/auth.js';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {OAuthClientInformationMixed, OAuthTokens} from '@modelcontextprotocol/sdk/shared/auth.js';

/** Keeps everything in memory. */
export class ToolProgram implements OAuthClientProvider {
  private readonly name: string;
  private readonly server: Server;
  private readonly open: (address: URL) => Promise<void>;
  /** Settles with the parameters of the redirect. */
  private back: Promise<URLSearchParams> | null = null;
  private client: OAuthClientInformationMixed | undefined;
  private verifier = '';
  held: OAuthTokens | undefined;

  private constructor(name: string, server: Server, open: (address: URL) => Promise<void>) {
    this.name = name;
    this.server = server;
    this.open = open;
  }

  /** `open` sends a person to a URL, and may return while that person decides. */
  static async start(name: string, open: (address: URL) => Promise<void>): Promise<ToolProgram> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ToolProgram(name, server, open);
  }

  get redirectUrl() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/callback`;
  }
  get clientMetadata() {
    return {client_name: this.name, redirect_uris: [this.redirectUrl]};
  }
  state = () => 'state of the program';
  clientInformation = () => this.client;
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens = () => this.held;
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
    if (scope === 'all' || scope === 'tokens') this.held = undefined;
    if (scope === 'all' || scope === 'client') this.client = undefined;
  }
  async redirectToAuthorization(address: URL) {
    this.back = this.comeBack();
    await this.open(address);
  }

  private async comeBack(): Promise<URLSearchParams> {
    for (;;) {
      const [request, response] = await once(this.server, 'request');
      response.setHeader('Content-Type', 'text/html').end('<title>Back</title><p>Go back to the program.');
      const {pathname, searchParams} = new URL(request.url, this.redirectUrl);
      // Browsers request an icon, too.
      if (pathname === '/callback') return searchParams;
    }
  }

  /** What the browser brought; throws where it was sent nowhere. */
  answered(): Promise<URLSearchParams> {
    if (!this.back) throw new Error('nobody was asked');
    return this.back;
  }

  /** Connects to a tool server, through the consent where that is needed. Throws where it is declined. */
  async connect(url: string): Promise<Client> {
    const connect = async () => {
      const [client, transport] = [
        new Client({name: 'browser-test', version: '1'}),
        new StreamableHTTPClientTransport(new URL(url), {authProvider: this}),
      ];
      try {
        await client.connect(transport);
        return client;
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        const code = (await this.answered()).get('code');
        if (code === null) throw error;
        await transport.finishAuth(code);
        return null;
      }
    };
    const client = (await connect()) ?? (await connect());
    if (!client) throw new Error('a good token was refused');
    return client;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
