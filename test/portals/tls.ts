/** A server whose certificate chain is incomplete, as those of the research councils have been at times. */
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';

/** For 127.0.0.1, until 2126, of an issuer that exists for this test only. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgzCCASqgAwIBAgIUZ6GyfoGAFlnfGWkQAiyW54GwBG8wCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwORXhhbXBsZSBJc3N1ZXIwIBcNMjYxMTIxMjAzODIxWhgPMjEy
NjEwMjgyMDM4MjFaMBQxEjAQBgNVBAMMCTEyNy4wLjAuMTBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABESihcE8sVLSRycZTDFiuILy02kGAhe30Ft1HZ9oeSUQI0UY
Wim2eGEZgjb4H5pyjc4Jc1/NEbOBivR1GbQo4qejUzBRMA8GA1UdEQQIMAaHBH8A
AAEwHwYDVR0jBBgwFoAUI1w0k8oEz8XLlFkrTwBxrgQGcmEwHQYDVR0OBBYEFIxS
INdaQLKhMWIPUCFxRQtnOt/QMAoGCCqGSM49BAMCA0cAMEQCIBIjDyTTMrXizTyN
7Mc7/mprd8tJ/beMyEHMFRVxFUMdAiA/Gfc252axejqlPF4wsXa75ejkiOj0G6fL
a4N0hvNCYw==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjVWmpZy+9rXEGeZc
c9+uyzcZ4enTM4xa1bwRMPmyet+hRANCAAREooXBPLFS0kcnGUwxYriC8tNpBgIX
t9BbdR2faHklECNFGFoptnhhGYI2+B+aco3OCXNfzRGzgYr0dRm0KOKn
-----END PRIVATE KEY-----`;

/** What the server does not send: the certificates of the issuer and of the issuer's issuer. */
export const LEFT_OUT = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT2gAwIBAgIURxns7FkCTSb3W54eSXM7SCdFn4UwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MCAXDTI2MTEyMTIwMzgyMVoYDzIxMjYx
MDI4MjAzODIxWjAZMRcwFQYDVQQDDA5FeGFtcGxlIElzc3VlcjBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABGcYuRfh9QSztIEtZDlwPMBKnDH4OfbdebCxEY2YKuBn
1EQy69v/sNajqmT77hbrnOmw7pdEzfTn3A1JiJiaKXqjYzBhMA8GA1UdEwEB/wQF
MAMBAf8wDgYDVR0PAQH/BAQDAgIEMB0GA1UdDgQWBBQjXDSTygTPxcuUWStPAHGu
BAZyYTAfBgNVHSMEGDAWgBRuydZ295ecN7ADJpVtpDkBp1R6KjAKBggqhkjOPQQD
AgNJADBGAiEAmoX8L1cFRxhS9ZI1kV2op1ZXGVgnMerkOoC2+DJIcb0CIQC61alV
otK9OY/TCKlSbDQJqQwzIV1HVF9oV1Tekc1KCg==
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIBhDCCASugAwIBAgIUPxmgfgUd4BqBqCHCk7tVZVhPiNYwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MCAXDTI2MTEyMTIwMzgyMVoYDzIxMjYx
MDI4MjAzODIxWjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATUOLZMjB9tCtLOuf72MQfgoSvcRvzzSafEg031oRqDOyqV
2CWZjXrIQTeE2qa3OKXZ9ncjo/fXRlQnTSdeOFaRo1MwUTAdBgNVHQ4EFgQUbsnW
dveXnDewAyaVbaQ5AadUeiowHwYDVR0jBBgwFoAUbsnWdveXnDewAyaVbaQ5AadU
eiowDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBQFp2LzjANf7nu
YEzGAy+HeDzQqbBavIjnfdQ2VZHzPgIgIG/jTMNe1JhtfOBr9YhLmgDmc+A6iBBp
vszQYReXeJ8=
-----END CERTIFICATE-----
`;

/** Starts the server; it answers every path with `body`. */
export async function startTls(body: Buffer): Promise<{base: string; close: () => Promise<void>}> {
  const server = createServer({cert: CERTIFICATE, key: KEY}, (_, response) => {
    response.writeHead(200, {'content-type': 'text/csv', 'content-length': body.length}).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const {port} = server.address() as AddressInfo;
  return {
    base: `https://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
