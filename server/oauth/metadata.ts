/** Discovery metadata of the tool server (RFC 9728) and of this authorization server (RFC 8414). */
import {SERVICE} from '../labels/service.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {PATHS, resourceOf, SCOPE} from './constants.ts';

/** Metadata of the tool server (protected resource). */
export const resourceMetadata = (services: Pick<AccountServices, 'origin'>) => ({
  resource: resourceOf(services),
  authorization_servers: [services.origin],
  scopes_supported: [SCOPE],
  bearer_methods_supported: ['header'],
  resource_name: SERVICE.en,
  resource_documentation: `${services.origin}/docs`,
});

/** Supported grant and response types, also stated in registrations. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export const RESPONSE_TYPES = ['code'] as const;

/** Metadata of the authorization server. */
export const serverMetadata = ({origin}: Pick<AccountServices, 'origin'>) => ({
  issuer: origin,
  authorization_endpoint: origin + PATHS.authorize,
  token_endpoint: origin + PATHS.token,
  registration_endpoint: origin + PATHS.register,
  client_id_metadata_document_supported: true,
  revocation_endpoint: origin + PATHS.revoke,
  response_types_supported: RESPONSE_TYPES,
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: [SCOPE],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${origin}/docs`,
});
