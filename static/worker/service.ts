/** Answers requests from a build that is far away, by the code of the server; no part of it knows a browser. */
import {attachBuild, Missing, type MissingRange, openFarBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import type {ApiContext, Later, LogFields} from '../../server/api/context.ts';
import {READY} from '../../server/api/context.ts';
import {handleForAccount} from '../../server/api/dispatch.ts';
import {ApiError} from '../../server/api/errors.ts';
import {errorResponse} from '../../server/api/response.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {allocateBuffer} from '../../server/http/buffers.ts';
import {headerBlock} from '../../server/http/header_block.ts';
import {isStreamed, type StreamedBody} from '../../server/http/streamed_body.ts';
import type {HttpRequest, HttpResponse} from '../../server/http/types.ts';
import {allocateAddressLimits} from '../../server/site/address_limits.ts';
import {openSite} from '../../server/site/site.ts';
import {VERSION} from '../../server/version.ts';
import {mount} from '../platform/fs.ts';
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
const ABSENT = /^\/(?:account|oauth|mcp|health|readyz|metrics|\.well-known)(?:\/|$)|^\/api\/v1\/usage$/;

/** An engine that notes what its queries lack, also where the error ends as an answer. */
function noting(engine: Engine, note: (ranges: readonly MissingRange[]) => void): Engine {
  const members = Object.entries(engine).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    return [
      name,
      (...given: unknown[]) => {
        try {
          return member(...given);
        } catch (error) {
          if (error instanceof Missing) note(error.ranges);
          throw error;
        }
      },
    ];
  });
  return Object.fromEntries(members) as Engine;
}

/** One build, as a server would serve it. */
export class FarService {
  readonly build: string;
  /** Headers of pages that were made beforehand, by path. */
  readonly pages: Description['pages'];
  readonly #blocks: Blocks;
  readonly #context: ApiContext;
  /** What the answer that is being made lacks. */
  #missing: MissingRange[] = [];
  /** Why the last answer failed. */
  lastError: unknown = null;

  constructor(
    {build, ground, origin, contact, ocidPrefix, pages}: Description,
    blocks: Blocks,
    address: string,
    code: string,
  ) {
    const {info} = build;
    this.build = info.build_id;
    this.pages = pages;
    this.#blocks = blocks;
    const note = (ranges: readonly MissingRange[]) => {
      this.#missing.push(...ranges);
    };
    const source = (file: {path: string; bytes: number}) => blocks.files.sourceOf(file);
    const engine = noting(attachBuild(openFarBuild(build), {sourceOf: source}), note);
    mount(ground.file, {
      source: noted(source({path: ground.file, bytes: ground.bytes}), note),
      bytes: ground.bytes,
    });
    const site = openSite({
      origin: origin || address,
      ground,
      contact,
      keptBytes: KEPT_BYTES,
      perMinute: 0,
      proxies: 0,
      limits: allocateAddressLimits(),
    });
    this.#context = {
      builds: {info: () => info, acquire: () => ({engine, release: () => {}}), isReadable: () => true},
      state: () => READY,
      metrics: {record: () => {}} as unknown as ApiContext['metrics'],
      metricsToken: '',
      store: {find: () => null, healthy: () => true},
      limits: UNLIMITED,
      documents: {get: () => undefined, has: () => false},
      version: VERSION,
      code,
      origin: origin || address,
      ocidPrefix,
      startedAt: Date.now(),
      now: () => Date.now(),
      log: {
        isLevelEnabled: () => false,
        debug() {},
        info() {},
        error: (facts) => {
          this.lastError = (facts as {err?: unknown}).err;
        },
      },
      allocate: allocateBuffer,
      timeout_ms: Number.POSITIVE_INFINITY,
      site,
    };
  }

  /** The response; null: this is no address of the service. Rejects with HostError. */
  async answer(request: HttpRequest): Promise<HttpResponse | null> {
    const path = request.target.split('?', 1)[0]!;
    if (ABSENT.test(path)) return errorResponse(new ApiError('path'));
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const {response, missing} = await this.#attempt(request, path);
      if (missing.length === 0) return response && this.#streaming(response);
      if (response && isStreamed(response.body)) response.body.close();
      await this.#blocks.fetch(missing);
    }
    throw new Error(`${request.target} lacked bytes ${MOST_ROUNDS} times`);
  }

  /** What is made at once is made between these two lines: other requests wait. */
  async #attempt(request: HttpRequest, path: string) {
    const context = this.#context;
    const logFields: LogFields = {route: 'none', key: null};
    if (path.startsWith(`${BASE_PATH}/`)) {
      const missing: MissingRange[] = [];
      const own = this.#noting(missing);
      return {response: await handleForAccount(READER, request, own), missing};
    }
    this.#missing = [];
    const later: Later | null =
      context.site!.answer(request, context, logFields) ?? context.site!.missing(request, context);
    const missing = this.#missing;
    return {response: await later, missing};
  }

  /** The context of one request of the API, which is waited for: others may come between. */
  #noting(missing: MissingRange[]): ApiContext {
    const context = this.#context;
    const {engine} = context.builds.acquire();
    const own = noting(engine, (ranges) => {
      missing.push(...ranges);
    });
    return {...context, builds: {...context.builds, acquire: () => ({engine: own, release: () => {}})}};
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
    const streamed: StreamedBody = {next, close: () => body.close()};
    return {...response, body: streamed};
  }
}

/** A source that notes what it lacks. */
function noted(
  source: ReturnType<Blocks['files']['sourceOf']>,
  note: (ranges: readonly MissingRange[]) => void,
): ReturnType<Blocks['files']['sourceOf']> {
  return {
    ...source,
    read(into, at, length, position) {
      try {
        return source.read(into, at, length, position);
      } catch (error) {
        if (error instanceof Missing) note(error.ranges);
        throw error;
      }
    },
  };
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
