/* A row is a registration with the keys of the organizations that it names as beneficiaries. */
SELECT b.reg_id, list(DISTINCT l.organization_key ORDER BY l.organization_key) AS keys
FROM beneficiaries AS b
JOIN organization_links AS l
  ON l.dataset = 'lobbying_registrations' AND l.role = 'beneficiary' AND l.name = b.beneficiary
WHERE l.organization_key IS NOT NULL
GROUP BY b.reg_id;
