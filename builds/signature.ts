/**
 * Signatures of builds: in-toto statements in DSSE envelopes, signed with Ed25519. Keys are never part of a
 * message.
 */
import {createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {Json} from '../datasets/types.ts';

/** What a statement is called in an envelope. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** A file that a statement is about. */
export interface Subject {
  name: string;
  digest: {sha256: string};
}

/** An in-toto statement, version 1. */
export interface Statement {
  _type: typeof STATEMENT_TYPE;
  subject: Subject[];
  predicateType: string;
  predicate: {[name: string]: Json};
}

/** A private key. */
export interface Signer {
  /** Hash of its public key. */
  keyid: string;
  /** The envelope of a statement, as one line of JSON. */
  envelope(statement: Statement): string;
}

/** Public keys that are believed, by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** The text of a setting that is PEM, or the path of a file of it. Throws without the text of the setting. */
function pemOf(value: string, name: string): string {
  if (value.includes('-----BEGIN ')) return value.replaceAll('\\n', '\n');
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw new Error(
      `${name} is neither the text of a PEM file nor the path of one that can be read (${code}): correct it, docs/OPERATE.md makes a key`,
    );
  }
}

const isEd25519 = (key: KeyObject): boolean => key.asymmetricKeyType === 'ed25519';

/** SHA-256 of the public key in the form SPKI, in hex. */
const keyidOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({type: 'spki', format: 'der'}))
    .digest('hex');

/** What is signed: type and payload, each with its length, as DSSE has it. */
const encoded = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);

/** The key of a setting; null where it is blank. Throws, without its text, for one that is no private Ed25519 key. */
export function signerOf(value: string, name = 'SIGN_KEY'): Signer | null {
  if (!value) return null;
  const pem = pemOf(value, name);
  let key: KeyObject | null = null;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Its message may hold a part of the key.
  }
  if (!key || !isEd25519(key)) {
    throw new Error(
      `${name} is no private Ed25519 key without a password: make one by \`openssl genpkey -algorithm ed25519\``,
    );
  }
  const keyid = keyidOf(createPublicKey(key));
  return {
    keyid,
    envelope(statement) {
      const payload = Buffer.from(JSON.stringify(statement));
      const sig = sign(null, encoded(payload), key).toString('base64');
      return `${JSON.stringify({payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: [{keyid, sig}]})}\n`;
    },
  };
}

/** A key of PEM text, such as begins and ends with lines of dashes. */
const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;

/**
 * The public keys of a setting; null where it is blank. Throws for text without one, and where a private key
 * lies among them, which is to stay with the publisher.
 */
export function trustedKeys(value: string, name = 'VERIFY_KEY'): TrustedKeys | null {
  if (!value) return null;
  const blocks = pemOf(value, name).match(PEM_BLOCK) ?? [];
  const keys = blocks.map((pem) => {
    if (/^-----BEGIN [A-Z ]*PRIVATE KEY/.test(pem)) {
      throw new Error(
        `${name} holds a private key: take its public key, \`openssl pkey -in sign.pem -pubout\`, and leave the private one with the publisher`,
      );
    }
    try {
      const key = createPublicKey(pem);
      return isEd25519(key) ? key : null;
    } catch {
      return null;
    }
  });
  const good = keys.filter((key) => key !== null);
  if (good.length === 0 || good.length < blocks.length) {
    throw new Error(
      `${name} is no public Ed25519 key: take that of the publisher, \`openssl pkey -in sign.pem -pubout\``,
    );
  }
  return new Map(good.map((key) => [keyidOf(key), key]));
}

interface Envelope {
  payloadType: string;
  payload: string;
  signatures: {keyid?: string; sig: string}[];
}

function parsed<T>(text: string): Partial<T> | null {
  try {
    return JSON.parse(text) as Partial<T> | null;
  } catch {
    return null;
  }
}

const isEnvelope = (value: Partial<Envelope> | null): value is Envelope =>
  value?.payloadType === PAYLOAD_TYPE &&
  typeof value.payload === 'string' &&
  Array.isArray(value.signatures) &&
  value.signatures.every((one) => typeof one?.sig === 'string');

const isStatement = (value: Partial<Statement> | null): value is Statement =>
  value?._type === STATEMENT_TYPE &&
  Array.isArray(value.subject) &&
  value.subject.every(({name, digest}) => typeof name === 'string' && typeof digest?.sha256 === 'string');

/**
 * The statement of an envelope that one of the keys has signed; `what` names the envelope. Throws, with the
 * remedy, where it is no envelope, where none of the keys has signed it, and where a byte of it was changed.
 */
export function openEnvelope(text: string, keys: TrustedKeys, what: string): Statement {
  const envelope = parsed<Envelope>(text);
  if (!isEnvelope(envelope)) {
    throw new Error(`${what} is no signature of a build: publish the build again with SIGN_KEY`);
  }
  const payload = Buffer.from(envelope.payload, 'base64');
  const message = encoded(payload);
  const isSigned = envelope.signatures.some(({sig}) =>
    [...keys.values()].some((key) => verify(null, message, key, Buffer.from(sig, 'base64'))),
  );
  if (!isSigned) {
    const named = envelope.signatures.map(({keyid}) => keyid).filter((id) => id !== undefined);
    const isKnown = named.some((id) => keys.has(id));
    throw new Error(
      isKnown
        ? `${what} was changed after it was signed: fetch or publish the build again`
        : `${what} is signed with another key (${named.map(shortOf).join(', ') || 'unnamed'}), believed: ${[...keys.keys()].map(shortOf).join(', ')}: serve a build of a publisher that you believe, or add its public key`,
    );
  }
  const statement = parsed<Statement>(payload.toString());
  if (!isStatement(statement)) {
    throw new Error(`${what} is signed, but says nothing of files: use the same version on all machines`);
  }
  return statement;
}

/** The beginning of a key's id. */
const shortOf = (keyid: string): string => keyid.slice(0, 12);
