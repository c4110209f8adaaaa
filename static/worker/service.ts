/** Answers requests from a build that is far away, by the code of the server; no part of it knows a browser. */
import {attachBuild, Missing, type MissingRange, openFarBuild} from '../../engine/open.ts';
import {type ApiContext, READY, type Site} from '../../server/api/context.ts';
import {handleForAccount} from '../../server/api/dispatch.ts';
import {ApiError} from '../../server/api/errors.ts';
import {errorResponse} from '../../server/api/response.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {allocateBuffer} from '../../server/http/buffers.ts';
import {headerBlock} from '../../server/http/header_block.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import type {HttpRequest, HttpResponse} from '../../server/http/types.ts';
import {allocateAddressLimits} from '../../server/site/address_limits.ts';
import {openSite} from '../../server/site/site.ts';
import {VERSION} from '../../server/version.ts';
import {contextOf} from '../context.ts';
import {mount} from '../platform/node.ts';
import type {Description} from '../site_files.ts';
import type {Blocks} from './blocks.ts';

/** More rounds than this for one answer are an answer that does not end. */
const MOST_ROUNDS = 400;

/** Bytes of counts and statistics that pages share. */
const KEPT_BYTES = 8 << 20;

/** Whoever asks has no account, and no limit: the data lies open in the bucket. */
const READER = {
  id: 0,
  account: 'reader',
  tier: 'enterprise',
  quotas: {month: null, day: null, minute: null},
  key: null,
} as const;

const ADMITTED = {exhausted: null, headers: headerBlock({'X-Uncounted': 'true'})};

/** Nobody is counted. */
const UNLIMITED = {
  admit: () => ADMITTED,
  record() {},
  refund() {},
  files: {begin: () => true, drop() {}},
} as unknown as ApiContext['limits'];

/** What only a server has. */
const ABSENT =
  /^\/(?:account|operator|oauth|mcp|health|readyz|metrics|\.well-known)(?:\/|$)|^\/api\/v1\/usage$/;

/** One build, as a server would serve it. */
export class FarService {
  readonly build: string;
  /** Headers of pages that were made beforehand, by path. */
  readonly pages: Description['pages'];
  readonly #blocks: Blocks;
  readonly #contextOf: (onError: (error: unknown) => void) => ApiContext;
  readonly #site: Site;

  constructor(description: Description, blocks: Blocks, address: string, code: string) {
    const {build, ground, contact, ocidPrefix, pages} = description;
    const {info} = build;
    const origin = description.origin || address;
    this.build = info.build_id;
    this.pages = pages;
    this.#blocks = blocks;
    const sourceOf = (file: {path: string; bytes: number}) => blocks.files.sourceOf(file);
    const engine = attachBuild(openFarBuild(build), {sourceOf});
    mount(sourceOf({path: ground.file, bytes: ground.bytes}), ground.bytes);
    this.#site = openSite({
      origin,
      ground,
      contact,
      keptBytes: KEPT_BYTES,
      perMinute: 0,
      proxies: 0,
      limits: allocateAddressLimits(),
    });
    this.#contextOf = (onError) => ({
      ...contextOf(engine, code, onError),
      state: () => READY,
      metrics: {record: () => {}} as unknown as ApiContext['metrics'],
      metricsToken: '',
      limits: UNLIMITED,
      documents: {get: () => undefined, has: () => false},
      version: VERSION,
      origin,
      ocidPrefix,
      proxies: 0,
      startedAt: Date.now(),
      allocate: allocateBuffer,
      site: this.#site,
    });
  }

  /** The response; null: this is no address of the service. Rejects with HostError. */
  async answer(request: HttpRequest): Promise<HttpResponse | null> {
    const path = request.target.split('?', 1)[0]!;
    if (ABSENT.test(path)) return errorResponse(new ApiError('path'));
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const missing: MissingRange[] = [];
      const response = await this.#attempt(request, missing);
      if (missing.length === 0) return response && this.#streaming(response);
      if (response && isStreamed(response.body)) response.body.close();
      await this.#blocks.fetch(missing);
    }
    throw new Error(`${request.target} lacked bytes ${MOST_ROUNDS} times`);
  }

  /** What a server would answer, or log: what it lacked is in `missing` then. */
  async #attempt(request: HttpRequest, missing: MissingRange[]): Promise<HttpResponse | null> {
    const context = this.#contextOf((error) => {
      if (error instanceof Missing) missing.push(...error.ranges);
      else console.error(request.target, error);
    });
    if (request.target.startsWith(`${BASE_PATH}/`)) return handleForAccount(READER, request, context);
    const logFields = {route: 'none', key: null};
    return this.#site.answer(request, context, logFields) ?? this.#site.missing(request, context);
  }

  /** A stream that fetches what its next part lacks. */
  #streaming(response: HttpResponse): HttpResponse {
    const {body} = response;
    if (!isStreamed(body)) return response;
    const next = async (): Promise<Buffer | null> => {
      for (;;) {
        try {
          return await body.next();
        } catch (error) {
          if (!(error instanceof Missing)) throw error;
          await this.#blocks.fetch(error.ranges);
        }
      }
    };
    return {...response, body: {next, close: () => body.close()}};
  }
}

/** A response as browsers have it. */
export function toResponse({status, blocks, headers, body}: HttpResponse): Response {
  const all = new Headers();
  for (const [name, value] of [
    ...blocks.flatMap((block) => Object.entries(block.headers)),
    ...Object.entries(headers),
  ])
    all.set(name, String(value));
  if (!isStreamed(body)) return new Response(body as BodyInit | null, {status, headers: all});
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await body.next();
      if (part === null) {
        controller.close();
        body.close();
      } else controller.enqueue(Uint8Array.from(part));
    },
    cancel: () => body.close(),
  });
  return new Response(stream, {status, headers: all});
}
