/* A row is a contract of a vendor. */
SELECT v.vendor AS _key, c.record_id, c.value, c.department, c.date
FROM contracts AS c JOIN vendors AS v USING (vendor_group);
