/* A row is a vendor of a department, with the sum of its contracts. */
SELECT _key, name, encode_uri_component(name) AS vendor_key, total_value, contract_count
FROM (
  SELECT
    c.department AS _key, v.vendor AS name, coalesce(sum(c.value), 0) AS total_value,
    count(*) AS contract_count
  FROM contracts AS c JOIN vendors AS v USING (vendor_group)
  WHERE c.department IS NOT NULL
  GROUP BY ALL
);
