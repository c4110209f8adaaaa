/** What clients find out before they ask: of the tool server (RFC 9728) and of this authorization server (RFC 8414). */
import {Hono} from 'hono';
import type {Site} from '../pages/account_services.ts';
import type {Known} from '../pages/env.ts';
import {PATHS, RESOURCE_METADATA_PATH, resourceOf, SCOPE} from './constants.ts';
import {OPEN} from './endpoint.ts';

/** They change with a deployment only. */
const KEPT = {'Cache-Control': 'public, max-age=300'} as const;

/** Metadata of the tool server. */
export const resourceMetadata = (site: Pick<Site, 'origin' | 'api'>) => ({
  resource: resourceOf(site),
  authorization_servers: [site.origin],
  scopes_supported: [SCOPE],
  bearer_methods_supported: ['header'],
  resource_name: 'Federal Public Data',
  resource_documentation: `${site.api}/docs`,
});

/** Grants and answers that clients may ask for; what they register says the same. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export const RESPONSE_TYPES = ['code'] as const;

/** Metadata of the authorization server. */
export const serverMetadata = ({origin, api}: Pick<Site, 'origin' | 'api'>) => ({
  issuer: origin,
  authorization_endpoint: origin + PATHS.authorize,
  token_endpoint: origin + PATHS.token,
  registration_endpoint: origin + PATHS.register,
  revocation_endpoint: origin + PATHS.revoke,
  response_types_supported: RESPONSE_TYPES,
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: [SCOPE],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${api}/docs`,
});

export function metadata(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  const documents = {
    [PATHS.resource]: resourceMetadata(site),
    [RESOURCE_METADATA_PATH]: resourceMetadata(site),
    [PATHS.server]: serverMetadata(site),
  };
  for (const [path, document] of Object.entries(documents)) {
    app.use(path, OPEN);
    app.get(path, (c) => c.json(document, 200, KEPT));
  }
  return app;
}
