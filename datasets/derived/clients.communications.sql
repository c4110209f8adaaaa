/* A row is a communication with its client. */
SELECT c.*, e.client AS _key FROM lobbying_communications AS c JOIN client_names AS e USING (client_folded);
