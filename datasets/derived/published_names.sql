/* A row is a name under which a dataset publishes an organization in a role, by business number and province.
   `role_records` are the records of the role (organization_records.ts). Names of people are left out of
   permits: only a legal form shows that a name is a company's. */
SELECT
  concat_ws('/', $dataset, $role, coalesce(business_number, ''), coalesce(province, ''), name) AS published_id,
  $dataset AS dataset, $role AS role, name, business_number, province, record_count
FROM (
  SELECT r.name, r.business_number, r.province, count(*) AS record_count FROM role_records AS r GROUP BY ALL
)
WHERE name IS NOT NULL AND ($dataset <> 'permits' OR regexp_matches(vendor_words_of(name), $company));
