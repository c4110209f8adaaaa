/* A row is a grant of a recipient. */
SELECT n.recipient AS _key, g.record_id, g.value, g.department, g.date, g.description
FROM grants AS g JOIN recipient_names AS n ON $is_name_of;
