/* A row is a bill that a politician sponsors. */
SELECT l.sponsor_slug AS _key, b.session_id, b.number, b.name_en, b.status_code, b.introduced
FROM bill_links AS l JOIN bills AS b USING (bill_id)
WHERE l.sponsor_slug IS NOT NULL;
