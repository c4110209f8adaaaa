/* A row is a slug or an acronym that leads to a committee. */
SELECT slug AS name, slug AS known, slug AS entity FROM committees
UNION ALL
SELECT acronym, fold(acronym), slug FROM committees
WHERE fold(acronym) NOT IN (SELECT slug FROM committees);
