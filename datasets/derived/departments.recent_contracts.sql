/* A row is a contract of a department. */
SELECT department AS _key, record_id, value, vendor, date FROM contracts WHERE department IS NOT NULL;
