/**
 * An S3-compatible bucket as an object store. Credentials, region and endpoint come from the AWS variables of
 * the environment, or from the profile that they name.
 */
import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {parseLocation} from './location.ts';
import {
  type Condition,
  Conflict,
  type ObjectHeaders,
  type ObjectStore,
  type PartUpload,
  type StoredDocument,
  type StoredObject,
  type UploadedPart,
} from './object_store.ts';
import {storeError} from './store_error.ts';

/** Attempts of a request after timeouts, resets and 5xx. */
const ATTEMPTS = 5;

/** Most keys that one request may remove. */
const REMOVED_AT_ONCE = 1000;

const isMissing = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof NotFound;

const statusOf = (error: unknown): number =>
  (error instanceof S3ServiceException && error.$metadata.httpStatusCode) || 0;

/** 409: two conditional writes at the same moment; S3 asks the later one to look again. */
const isConflict = (error: unknown): boolean => [409, 412].includes(statusOf(error));

const headersOf = (headers: ObjectHeaders | undefined): {ContentType?: string; CacheControl?: string} =>
  headers ? {ContentType: headers.contentType, CacheControl: headers.cacheControl} : {};

const bareTag = (tag: string): string => tag.replaceAll('"', '');

class S3Store implements ObjectStore {
  readonly isBucket = true;
  readonly location: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(location: string, setting: string, client: S3Client) {
    const {bucket, prefix} = parseLocation(location, setting);
    this.location = location;
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  #at(key: string): {Bucket: string; Key: string} {
    return {Bucket: this.#bucket, Key: this.#prefix + key};
  }

  /** Errors say what was done where; conflicts and missing objects are left to the caller. */
  #explained(what: string, error: unknown): unknown {
    if (isMissing(error) || isConflict(error)) return error;
    const {name, message} = error instanceof Error ? error : {name: '', message: String(error)};
    return storeError(this.location, what, {status: statusOf(error), name, message}, error);
  }

  async #run<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#explained(what, error);
    }
  }

  async #unlessMissing<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#run(what, work);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  read(key: string): Promise<StoredDocument | null> {
    return this.#unlessMissing(`reading ${key}`, async () => {
      const {Body, ETag} = await this.#client.send(new GetObjectCommand(this.#at(key)));
      if (!Body || !ETag) throw new Error('the answer has no body or no entity tag');
      return {text: await Body.transformToString(), tag: ETag};
    });
  }

  async write(
    key: string,
    body: string | Uint8Array,
    condition: Condition,
    headers?: ObjectHeaders,
  ): Promise<string> {
    const Body = typeof body === 'string' ? Buffer.from(body) : body;
    const put = (given: {IfMatch?: string; IfNoneMatch?: string}) =>
      this.#run(`writing ${key}`, async () => {
        const {ETag} = await this.#client.send(
          new PutObjectCommand({
            ...this.#at(key),
            ...headersOf(headers),
            Body,
            ContentLength: Body.length,
            ...given,
          }),
        );
        if (!ETag) throw new Error('the answer has no entity tag');
        return ETag;
      });
    try {
      if (condition === 'any') return await put({});
      if (condition === 'absent') return await put({IfNoneMatch: '*'});
      return await this.#putIfMatch(key, condition.tag, put);
    } catch (error) {
      if (isConflict(error) || isMissing(error)) {
        throw new Conflict(`${this.location}: ${key} was changed by another writer`, {cause: error});
      }
      throw error;
    }
  }

  /**
   * Ceph compares with the tag without its quotes, so that a quoted one never matches: refused, though the
   * tag is still the same.
   */
  async #putIfMatch(
    key: string,
    tag: string,
    put: (given: {IfMatch: string}) => Promise<string>,
  ): Promise<string> {
    try {
      return await put({IfMatch: tag});
    } catch (error) {
      const isSame = isConflict(error) && (await this.read(key))?.tag === tag && bareTag(tag) !== tag;
      if (!isSame) throw error;
      return put({IfMatch: bareTag(tag)});
    }
  }

  size(key: string): Promise<number | null> {
    return this.#unlessMissing(`looking for ${key}`, async () => {
      const {ContentLength} = await this.#client.send(new HeadObjectCommand(this.#at(key)));
      return ContentLength ?? 0;
    });
  }

  async open(key: string, from: number): Promise<AsyncIterable<Uint8Array> | null> {
    const what = `reading ${key}`;
    const range = from > 0 ? {Range: `bytes=${from}-`} : {};
    return this.#unlessMissing(what, async () => {
      const {Body, ContentRange} = await this.#client.send(
        new GetObjectCommand({...this.#at(key), ...range}),
      );
      const body = Body as Readable;
      if (from > 0 && !ContentRange?.startsWith(`bytes ${from}-`)) {
        body.destroy();
        throw new Error(`the store answers no range from byte ${from}`);
      }
      return this.#whole(what, body);
    });
  }

  /** A break says what was read, as other errors do. */
  async *#whole(what: string, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw this.#explained(what, error);
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    let token: string | undefined;
    do {
      const page = await this.#run(`listing ${prefix}`, () =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: this.#prefix + prefix,
            ...(token === undefined ? {} : {ContinuationToken: token}),
          }),
        ),
      );
      for (const {Key = '', Size = 0, LastModified = new Date(0)} of page.Contents ?? []) {
        yield {key: Key.slice(this.#prefix.length), bytes: Size, modified: LastModified};
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
      const Objects = keys.slice(at, at + REMOVED_AT_ONCE).map((key) => ({Key: this.#prefix + key}));
      const {Errors = []} = await this.#run('removing objects', () =>
        this.#client.send(new DeleteObjectsCommand({Bucket: this.#bucket, Delete: {Objects, Quiet: true}})),
      );
      const [first] = Errors;
      if (first) throw new Error(`${this.location}: ${first.Key} cannot be removed (${first.Message})`);
    }
  }

  async upload(key: string, headers?: ObjectHeaders): Promise<PartUpload> {
    const at = this.#at(key);
    const known = await this.#uploadOf(key);
    const UploadId: string = known ?? (await this.#begin(key, headers));
    return {
      id: UploadId,
      parts: known === undefined ? [] : await this.#partsOf(key, UploadId),
      put: (PartNumber, Body) =>
        this.#run(`uploading a part of ${key}`, async () => {
          const {ETag = ''} = await this.#client.send(
            new UploadPartCommand({...at, UploadId, PartNumber, Body}),
          );
          return {number: PartNumber, bytes: Body.length, tag: bareTag(ETag)};
        }),
      complete: async (parts) => {
        const Parts = parts.map(({number, tag}) => ({PartNumber: number, ETag: `"${tag}"`}));
        await this.#run(`completing ${key}`, () =>
          this.#client.send(new CompleteMultipartUploadCommand({...at, UploadId, MultipartUpload: {Parts}})),
        );
      },
    };
  }

  async #begin(key: string, headers: ObjectHeaders | undefined): Promise<string> {
    const {UploadId} = await this.#run(`beginning an upload of ${key}`, () =>
      this.#client.send(new CreateMultipartUploadCommand({...this.#at(key), ...headersOf(headers)})),
    );
    if (UploadId === undefined) throw new Error(`${this.location}: an upload of ${key} got no id`);
    return UploadId;
  }

  /** The newest upload of a key that was not completed. */
  async #uploadOf(key: string): Promise<string | undefined> {
    const {Key} = this.#at(key);
    const {Uploads = []} = await this.#run(`looking for uploads of ${key}`, () =>
      this.#client.send(new ListMultipartUploadsCommand({Bucket: this.#bucket, Prefix: Key})),
    );
    const own = Uploads.filter((one) => one.Key === Key);
    return own.sort((a, b) => Number(a.Initiated ?? 0) - Number(b.Initiated ?? 0)).at(-1)?.UploadId;
  }

  async #partsOf(key: string, UploadId: string): Promise<UploadedPart[]> {
    const parts: UploadedPart[] = [];
    let marker: string | undefined;
    do {
      const page = await this.#run(`looking for parts of ${key}`, () =>
        this.#client.send(
          new ListPartsCommand({
            ...this.#at(key),
            UploadId,
            ...(marker === undefined ? {} : {PartNumberMarker: marker}),
          }),
        ),
      );
      for (const {PartNumber = 0, Size = 0, ETag = ''} of page.Parts ?? []) {
        parts.push({number: PartNumber, bytes: Size, tag: bareTag(ETag)});
      }
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return parts;
  }

  async abandon(key: string): Promise<void> {
    const id = await this.#uploadOf(key);
    if (id === undefined) return;
    await this.#unlessMissing(`abandoning an upload of ${key}`, () =>
      this.#client.send(new AbortMultipartUploadCommand({...this.#at(key), UploadId: id})),
    );
  }

  close(): void {
    this.#client.destroy();
  }
}

/** Opens a bucket; no request is made. `setting` is the name that errors of the address carry. */
export function openS3(location: string, setting: string): ObjectStore {
  const client = new S3Client({
    region: regionOf,
    // Buckets as host names need DNS, which stores of one's own seldom have.
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Bodies are signed with their SHA-256, which every store checks; CRC trailers are unknown to older ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {connectionTimeout: 10_000, requestTimeout: 60_000, socketTimeout: 60_000},
  });
  client.middlewareStack.add(
    (next) => async (given) => {
      const {headers, body} = given.request as {headers: Record<string, string>; body?: unknown};
      if (typeof body === 'string' || body instanceof Uint8Array)
        headers['Content-MD5'] = createHash('md5').update(body).digest('base64');
      return next(given);
    },
    // Behind the serialization, before the request is signed. Older stores want it where many objects are
    // removed.
    {step: 'build', name: 'addContentMd5', priority: 'low'},
  );
  return new S3Store(location, setting, client);
}

/**
 * The region of the environment or of the profile, as the command line of AWS finds it; stores of one's own
 * have none.
 */
const regionOf = (): Promise<string> =>
  process.env['AWS_DEFAULT_REGION'] && !process.env['AWS_REGION']
    ? Promise.resolve(process.env['AWS_DEFAULT_REGION'])
    : new S3Client({}).config.region().catch(() => 'us-east-1');
