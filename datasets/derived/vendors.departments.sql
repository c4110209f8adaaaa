/* A row is a department of a vendor, with the sum of its contracts. */
SELECT
  v.vendor AS _key, c.department AS name, coalesce(sum(c.value), 0) AS total_value, count(*) AS contract_count
FROM contracts AS c JOIN vendors AS v USING (vendor_group)
WHERE c.department IS NOT NULL
GROUP BY ALL;
