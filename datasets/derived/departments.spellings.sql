/* A row is a name of a department: both languages, or one of them. */
WITH halves AS (
  SELECT department AS entity, department AS name FROM departments
  UNION ALL
  SELECT department, split_part(department, ' | ', 1) FROM departments WHERE contains(department, ' | ')
  UNION ALL
  SELECT department, split_part(department, ' | ', 2) FROM departments WHERE contains(department, ' | ')
)
SELECT DISTINCT name, fold(name) AS known, entity FROM halves;
