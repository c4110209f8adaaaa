/** What builds need of an object store: small documents with conditions, immutable objects, lists. */

/**
 * Another writer was faster: the object is not in the state that the caller expected. Nothing was written.
 */
export class Conflict extends Error {
  override name = 'Conflict';
}

/** A write happens only if the object does not exist, or still has this tag; `any`: unconditionally. */
export type Condition = 'absent' | 'any' | {tag: string};

/** What a store answers with an object that browsers read from it. */
export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
}

export interface StoredDocument {
  text: string;
  /** Entity tag: changes with every write. */
  tag: string;
}

export interface StoredObject {
  key: string;
  bytes: number;
  /** When it was last written. */
  modified: Date;
}

/** A part of an upload that is already there. */
export interface UploadedPart {
  number: number;
  bytes: number;
  /** MD5 in hex, or another opaque tag where the store encrypts. */
  tag: string;
}

/** An upload in parts, which another process may continue. */
export interface PartUpload {
  id: string;
  /** Parts that earlier attempts uploaded. */
  parts: UploadedPart[];
  put(number: number, body: Uint8Array): Promise<UploadedPart>;
  /** Makes the object out of all parts. */
  complete(parts: readonly UploadedPart[]): Promise<void>;
}

/** What reading whole objects needs of a store. */
export interface ObjectReader {
  /** As the setting names it, e.g. `s3://bucket/prefix`. */
  location: string;
  /** Bytes of an object from an offset on; null where there is none. */
  open(key: string, from: number): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Keys are relative to the location. All methods throw an error that names the location and the remedy. */
export interface ObjectStore extends ObjectReader {
  /** Whether `openStore` of its location opens it in another thread, too; a store in memory lacks it. */
  isBucket?: boolean;
  /** A small document; null where there is none. */
  read(key: string): Promise<StoredDocument | null>;
  /** Writes a whole object; returns its new tag. Throws `Conflict` if the condition does not hold. */
  write(
    key: string,
    body: string | Uint8Array,
    condition: Condition,
    headers?: ObjectHeaders,
  ): Promise<string>;
  /** Size of an object; null where there is none. */
  size(key: string): Promise<number | null>;
  /** Objects whose keys begin with `prefix`, in the order of keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes objects; those that do not exist are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Begins an upload in parts of one size, or continues one that was broken off. */
  upload(key: string, headers?: ObjectHeaders): Promise<PartUpload>;
  /** Removes what uploads of a key left that were not completed. */
  abandon(key: string): Promise<void>;
  close(): void;
}
