/* A row is a folded name that leads to a client. */
SELECT client AS name, client_folded AS known, client AS entity FROM client_names;
