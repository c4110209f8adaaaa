/* A row is a source of contracts of a vendor, with their sum. */
SELECT
  v.vendor AS _key, c.source_dataset, coalesce(sum(c.value), 0) AS total_value, count(*) AS contract_count
FROM contracts AS c JOIN vendors AS v USING (vendor_group)
GROUP BY ALL;
