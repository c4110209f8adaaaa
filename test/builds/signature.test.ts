/** Keys and envelopes: what is believed, what is refused, and that no key gets into a message. */
import {execFileSync} from 'node:child_process';
import {generateKeyPairSync, verify} from 'node:crypto';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openEnvelope, type Statement, signerOf, trustedKeys} from '../../builds/signature.ts';
import {statementOf} from '../../builds/signed_build.ts';
import {COMMIT, newPublisher} from '../helpers/signing.ts';

const one = newPublisher();
const other = newPublisher();
const statement: Statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{name: 'a', digest: {sha256: 'b'}}],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {},
};
const envelope = one.signing.signer.envelope(statement);

test('an envelope is one line of DSSE, signed over type and payload', () => {
  expect(envelope.trimEnd()).not.toContain('\n');
  const {payloadType, payload, signatures} = JSON.parse(envelope);
  expect(payloadType).toBe('application/vnd.in-toto+json');
  const text = Buffer.from(payload, 'base64').toString();
  // As https://github.com/secure-systems-lab/dsse/blob/master/protocol.md writes it.
  const signed = Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${text.length} ${text}`);
  const [key] = one.keys.values();
  expect(verify(null, signed, key!, Buffer.from(signatures[0].sig, 'base64'))).toBe(true);
  expect(openEnvelope(envelope, one.keys, 'it')).toEqual(statement);
});

test('one of several keys is enough, as when keys change', () => {
  const both = trustedKeys(`${other.public}\n${one.public}`)!;
  expect(both.size).toBe(2);
  expect(openEnvelope(envelope, both, 'it')).toEqual(statement);
});

const changed = (
  change: (envelope: {payload: string; payloadType: string; signatures: unknown[]}) => void,
) => {
  const parsed = JSON.parse(envelope);
  change(parsed);
  return JSON.stringify(parsed);
};

test.each([
  ['text that is no JSON', 'x', 'is no signature'],
  ['another kind of payload', changed((it) => (it.payloadType = 'text/plain')), 'is no signature'],
  ['no signatures', changed((it) => (it.signatures = [])), 'signed with another key (unnamed)'],
  [
    'a changed payload',
    changed(
      (it) => (it.payload = Buffer.from(JSON.stringify({...statement, subject: []})).toString('base64')),
    ),
    'was changed after it was signed',
  ],
  ['another key', other.signing.signer.envelope(statement), 'is signed with another key'],
  [
    'a signed statement of something else',
    one.signing.signer.envelope({...statement, _type: 'x'} as unknown as Statement),
    'says nothing of files',
  ],
])('%s is refused', (_, text, says) => {
  expect(() => openEnvelope(text, one.keys, 'it')).toThrow(says);
});

test('keys come as text, with line ends or escaped, and as files that openssl wrote', () => {
  const {keyid} = one.signing.signer;
  expect(signerOf(one.private.replaceAll('\n', '\\n'))?.keyid).toBe(keyid);
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const [secret, known] = [join(folder, 'sign.pem'), join(folder, 'verify.pem')];
  try {
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', secret]);
    execFileSync('openssl', ['pkey', '-in', secret, '-pubout', '-out', known]);
  } catch {
    writeFileSync(secret, one.private);
    writeFileSync(known, one.public);
  }
  expect([...trustedKeys(known)!.keys()]).toEqual([signerOf(secret)!.keyid]);
  expect([signerOf(''), trustedKeys('')]).toEqual([null, null]);
});

test('what is no key is refused with the remedy, and its text is told nobody', () => {
  const body = one.private.split('\n')[1]!;
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
    publicKeyEncoding: {type: 'spki', format: 'pem'},
  });
  const messages = [
    () => signerOf(body),
    () => signerOf(one.public),
    () => signerOf(rsa.privateKey),
    () => signerOf(one.private.replace(body, body.slice(4))),
    () => trustedKeys(one.private),
    () => trustedKeys(`${one.public}\n${rsa.publicKey}`),
    () => trustedKeys('/nowhere/key.pem'),
    () => trustedKeys(' '),
  ].map((run) => {
    try {
      run();
      return 'nothing';
    } catch (error) {
      return (error as Error).message;
    }
  });
  for (const message of messages) expect(message).not.toContain(body.slice(8, 24));
  expect(messages).toEqual([
    expect.stringContaining('SIGN_KEY is neither the text of a PEM file nor the path'),
    expect.stringContaining('SIGN_KEY is no private Ed25519 key'),
    expect.stringContaining('SIGN_KEY is no private Ed25519 key'),
    expect.stringContaining('SIGN_KEY is no private Ed25519 key'),
    expect.stringContaining('VERIFY_KEY holds a private key'),
    expect.stringContaining('VERIFY_KEY is no public Ed25519 key'),
    expect.stringContaining('VERIFY_KEY is neither the text of a PEM file nor the path'),
    expect.stringContaining('VERIFY_KEY is neither the text of a PEM file nor the path'),
  ]);
});

test('a statement names files, their sources with hashes and addresses, and the commit', () => {
  const file = {name: 'c', url: 'https://example.org/c.csv', sha256: 'd', fetched_at: '2026-01-01T00:00:00'};
  const manifest = {
    build_id: 'b1',
    built_at: '2026-01-02T00:00:00',
    sources: [{slug: 's', files: [file, {...file, name: 'mirrored', url: '/mirror/c.csv'}]}],
  } as unknown as Parameters<typeof statementOf>[0];
  const files = [{path: 'manifest.json', bytes: 1, sha256: 'e'}];
  const made = statementOf(manifest, files, {...one.signing, commit: `${COMMIT}-dirty`});
  expect(made.subject).toEqual([{name: 'manifest.json', digest: {sha256: 'e'}}]);
  const {buildDefinition} = made.predicate as {buildDefinition: {resolvedDependencies: unknown[]}};
  expect(buildDefinition.resolvedDependencies).toEqual([
    {name: 'code', digest: {gitCommit: COMMIT}, annotations: {commit: `${COMMIT}-dirty`}},
    {name: 's/c', uri: file.url, digest: {sha256: 'd'}, annotations: {fetched_at: file.fetched_at}},
    {name: 's/mirrored', digest: {sha256: 'd'}, annotations: {fetched_at: file.fetched_at}},
  ]);
});
