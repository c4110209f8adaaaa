/**
 * A connection over which objects are read, one after the other. The system puts their bytes into memory that is used again and again:
 * the client of Node.js allocates new memory for every 64 KB and passes each through two streams, several times the work of all else.
 */
import {connect as connectPlain, isIP, type OnReadOpts, type Socket} from 'node:net';
import {type ConnectionOptions, connect as connectSecure} from 'node:tls';
import {Pieces} from './pieces.ts';
import {endOfHead, parseHead, type ResponseHead} from './response_head.ts';
import type {SignedRequest} from './signed_request.ts';

const CONNECT_MS = 10_000;

/** Silence of the other end that is taken for its death. */
const SILENCE_MS = 60_000;

/** Pieces that wait to be written before nothing more is received. */
const MOST_WAITING = 2;

export class Connection {
  readonly origin: string;
  readonly #socket: Socket;
  readonly #pieces = new Pieces();
  /** Whole pieces, oldest first. */
  #ready: Buffer[] = [];
  /** Pieces that are ready, or with the reader. */
  #unwritten = 0;
  #isPaused = false;
  /** What comes next: a head, a body, or nothing. */
  #expects: 'head' | 'body' | 'nothing' = 'nothing';
  #head: ResponseHead | null = null;
  /** Bytes of the body that did not arrive yet. */
  #left = 0;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor(origin: string) {
    this.origin = origin;
    const {protocol, hostname, port} = new URL(origin);
    const host = hostname.replace(/^\[|\]$/g, '');
    // The types know a buffer only, and not the function that Node.js takes as well.
    const onread = {
      buffer: () => this.#pieces.space(),
      callback: (bytes: number) => this.#onBytes(bytes),
    } as unknown as OnReadOpts;
    const isSecure = protocol === 'https:';
    const address = {host, port: Number(port) || (isSecure ? 443 : 80), onread};
    const secured = {ALPNProtocols: ['http/1.1'], ...(isIP(host) ? {} : {servername: host})};
    this.#socket = isSecure
      ? connectSecure({...address, ...secured} as ConnectionOptions)
      : connectPlain(address);
    this.#socket.setNoDelay();
    this.#watch(isSecure ? 'secureConnect' : 'connect');
  }

  #watch(connected: 'connect' | 'secureConnect'): void {
    const socket = this.#socket;
    socket.setTimeout(CONNECT_MS);
    socket.once(connected, () => socket.setTimeout(SILENCE_MS));
    socket.on('timeout', () => {
      // It is this end that waits.
      if (this.#isPaused) socket.setTimeout(SILENCE_MS);
      else this.#fail(new Error('the store says nothing more'));
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('end', () => this.#fail(new Error('the store closed the connection')));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  get isOpen(): boolean {
    return this.#failure === null;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#socket.destroy();
    this.#wake();
  }

  close(): void {
    this.#fail(new Error('the connection was closed'));
  }

  /** Whether it keeps the process alive. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#socket.ref();
    else this.#socket.unref();
  }

  /** Takes what the system put into memory; returns whether more may come. */
  #onBytes(bytes: number): boolean {
    this.#pieces.add(bytes);
    if (this.#expects === 'body') this.#onBody(bytes);
    else if (this.#expects === 'head') this.#onHead();
    else this.#fail(new Error('the store sends what nobody asked for'));
    this.#isPaused = this.#unwritten >= MOST_WAITING;
    return !this.#isPaused;
  }

  #onHead(): void {
    try {
      for (let end = endOfHead(this.#pieces.waiting()); end > 0; end = endOfHead(this.#pieces.waiting())) {
        const head = parseHead(this.#pieces.waiting().subarray(0, end));
        this.#pieces.skip(end);
        // 1xx: another head follows.
        if (head.status < 200) continue;
        this.#head = head;
        this.#expects = 'body';
        this.#left = head.length ?? 0;
        this.#onBody(this.#pieces.waiting().length);
        this.#wake();
        return;
      }
      if (this.#pieces.isFull) throw new Error('the head of an answer has no end');
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #onBody(bytes: number): void {
    // Without a length the caller reads the object in another way.
    if (this.#head?.length == null) return;
    this.#left -= bytes;
    if (this.#left < 0) this.#fail(new Error('the store sends more than it announced'));
    else if (this.#pieces.isFull || (this.#left === 0 && bytes > 0)) {
      this.#ready.push(this.#pieces.take());
      this.#unwritten++;
      this.#wake();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Sends a request and waits for the head of its answer, whose body must be read to its end, or the connection closed. */
  async get({target, headers}: SignedRequest): Promise<ResponseHead> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = null;
    this.#expects = 'head';
    this.#socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
    while (this.#head === null) {
      if (this.#failure) throw this.#failure;
      await this.#change();
    }
    return this.#head;
  }

  /**
   * The body of the answer; a piece is valid until the next one is asked for. Throws where it breaks off, after what arrived of it. `onEnd` is
   * called once all has been read.
   */
  async *body(onEnd: () => void): AsyncGenerator<Buffer> {
    let isWhole = false;
    try {
      for (;;) {
        const piece = this.#ready.shift();
        if (piece) {
          yield piece;
          this.#giveBack(piece);
        } else if (this.#left === 0) break;
        else if (this.#failure) {
          // More than was announced is nothing of the body.
          if (this.#left > 0 && this.#pieces.waiting().length > 0) yield this.#pieces.take();
          throw this.#failure;
        } else await this.#change();
      }
      isWhole = true;
      this.#expects = 'nothing';
      onEnd();
    } finally {
      if (!isWhole) this.close();
    }
  }

  #giveBack(piece: Buffer): void {
    this.#pieces.giveBack(piece);
    this.#unwritten--;
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }
}
