/** Has the S3 client sign a request that it does not send. */
import {GetObjectCommand, type GetObjectCommandInput, type S3Client} from '@aws-sdk/client-s3';
import type {SignedRequest} from './signed_request.ts';

/** What the client sends: of its own type, a part. */
interface ClientRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query: Record<string, string | string[] | null>;
  headers: Record<string, string>;
}

function targetOf({path, query}: ClientRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** A signed request for an object. Throws what the client throws without credentials. */
export async function signed(client: S3Client, input: GetObjectCommandInput): Promise<SignedRequest> {
  const command = new GetObjectCommand(input);
  const kept = Promise.withResolvers<ClientRequest>();
  command.middlewareStack.addRelativeTo(
    () => async (args: {request: unknown}) => {
      kept.resolve(args.request as ClientRequest);
      return {response: {}, output: {$metadata: {}}};
    },
    {name: 'keepSigned', relation: 'after', toMiddleware: 'httpSigningMiddleware'},
  );
  await client.send(command);
  const request = await kept.promise;
  const {protocol, hostname, port, headers} = request;
  const origin = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`;
  return {origin, target: targetOf(request), headers};
}
