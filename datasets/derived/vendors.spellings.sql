/* A row is a published name that leads to a vendor. */
SELECT DISTINCT c.vendor AS name, fold(c.vendor) AS known, v.vendor AS entity
FROM (SELECT DISTINCT vendor, vendor_group FROM contracts WHERE vendor IS NOT NULL) AS c
JOIN vendors AS v USING (vendor_group);
