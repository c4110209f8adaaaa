/* A row is a folded solicitation number, with its newest tender. */
SELECT
  fold(solicitation_number) AS solicitation,
  first(record_id ORDER BY date DESC NULLS LAST, record_id) AS record_id,
  first(closing_date ORDER BY date DESC NULLS LAST, record_id) AS closing_date
FROM tenders WHERE solicitation_number IS NOT NULL
GROUP BY ALL;
