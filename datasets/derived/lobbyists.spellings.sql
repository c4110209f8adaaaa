/* A row is the number of a registrant. */
SELECT lobbyist_id AS name, fold(lobbyist_id) AS known, lobbyist_id AS entity FROM lobbyists;
