/* A row is a communication of a lobbyist. */
SELECT c._key, c.com_id, c.client, c.dpoh_name, c.institution, c.date FROM communications AS c;
