/** What the thread that puts a build together and those that download its files say to each other. */
import type {PublishedFile} from './documents.ts';
import type {SignedRequest} from './signed_request.ts';

export interface FetchInit {
  /** Of the store, for what is told of errors. */
  location: string;
}

export type FetchCommand =
  | {kind: 'download'; number: number; file: PublishedFile; target: string}
  /** The answer to `sign`. */
  | {kind: 'signed'; number: number; request: SignedRequest}
  | {kind: 'unsigned'; number: number; error: string};

export type FetchEvent =
  /** Sign a request for a key from a byte on. */
  | {kind: 'sign'; number: number; key: string; from: number}
  /** So many bytes more are there of a download. */
  | {kind: 'bytes'; number: number; bytes: number}
  | {kind: 'done'; number: number; received: number}
  | {kind: 'failed'; number: number; error: string};
