/* A row is a key, a published name or the slug of a legal name that leads to an organization. */
SELECT organization_key AS name, fold(organization_key) AS known, organization_key AS entity FROM organizations
UNION
SELECT name, fold(name), organization_key FROM organization_links WHERE organization_key IS NOT NULL
UNION
SELECT slug_of(legal_name), slug_of(legal_name), organization_key
FROM organization_links WHERE organization_key IS NOT NULL;
