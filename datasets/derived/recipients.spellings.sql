/* A row is a name that leads to a recipient: its own, or one as published. */
SELECT recipient AS name, fold(recipient) AS known, recipient AS entity FROM recipients
UNION
SELECT name, folded AS known, recipient AS entity FROM recipient_names;
