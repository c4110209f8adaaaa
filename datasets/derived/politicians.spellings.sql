/* A row is the slug of a politician. */
SELECT slug AS name, slug AS known, slug AS entity FROM politicians;
