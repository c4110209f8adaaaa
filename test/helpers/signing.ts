/** Keys of publishers, as the line of openssl in docs/OPERATE.md makes them. */
import {generateKeyPairSync} from 'node:crypto';
import {signerOf, trustedKeys} from '../../builds/signature.ts';
import type {Signing} from '../../builds/signed_build.ts';

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface Publisher {
  /** PEM text of both keys. */
  private: string;
  public: string;
  signing: Signing;
  keys: NonNullable<ReturnType<typeof trustedKeys>>;
}

/** A new pair of keys. */
export function newPublisher(): Publisher {
  const {privateKey, publicKey} = generateKeyPairSync('ed25519', {
    privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
    publicKeyEncoding: {type: 'spki', format: 'pem'},
  });
  const signer = signerOf(privateKey)!;
  return {
    private: privateKey,
    public: publicKey,
    signing: {signer, commit: COMMIT},
    keys: trustedKeys(publicKey)!,
  };
}
