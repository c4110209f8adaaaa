/* A row is a communication with the organization that is its client. */
SELECT c.*, l.organization_key AS _key
FROM lobbying_communications AS c JOIN organization_links AS l ON l.name = c.client
WHERE l.dataset = 'lobbying_communications' AND l.organization_key IS NOT NULL;
