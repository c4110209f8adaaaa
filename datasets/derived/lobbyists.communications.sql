/* A row is a communication with its lobbyist. */
SELECT c.*, c.lobbyist_id AS _key FROM lobbying_communications AS c WHERE c.lobbyist_id IS NOT NULL;
