/* A row is a seat of a politician on a committee that is known. */
SELECT
  r._key, c.id AS committee_id, c.name_en, c.acronym, c.slug, r.role, r.session_id, r.from_date AS start_date,
  r.to_date AS end_date
FROM committee_seats AS r JOIN committees AS c ON c.slug = r.slug;
