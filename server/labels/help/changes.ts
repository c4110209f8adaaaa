/** Texts of the operations on changes in French, by their English text. */

export const CHANGES_HELP: Readonly<Record<string, string>> = {
  'Changes to the records of a dataset, newest first':
    'Changements des fiches d’un jeu de données, du plus récent au plus ancien',
  'Changes to one record, newest first': 'Changements d’une fiche, du plus récent au plus ancien',
  'The history of a removed record stays as long as changes are kept. A record that did not change in that time has an empty history.':
    'Une fiche retirée garde son historique tant que les changements sont conservés. Si une fiche n’a pas changé pendant ce temps, son historique est vide.',
  'only changes after this build, or in builds whose load began at or after this time (UTC). A build is served only after its load, so a client that continues from a time may miss one: continue from `meta.build`':
    'seulement les changements après cette version, ou dans les versions dont le chargement a commencé à cette heure (UTC) ou plus tard. Une version n’est servie qu’après son chargement\u00a0: à continuer à partir d’une heure, on peut en manquer une; continuez à partir de `meta.build`',
  'only changes after this build, as operations: `upsert` with the whole record, or `delete`, each with the `id` of its record. The header `X-Build-Id` of an export gives its build. A time (UTC) means the newest build that was certainly served then. Takes no filters; NDJSON or Parquet only':
    'seulement les changements après cette version, en opérations\u00a0: `upsert` avec la fiche entière, ou `delete`, chacune avec l’`id` de sa fiche. L’en-tête `X-Build-Id` d’une exportation donne sa version. Une heure (UTC) désigne la version la plus récente qui était certainement servie alors. N’accepte aucun filtre; NDJSON ou Parquet seulement',
  'what happened to the record': 'ce qui est arrivé à la fiche',
  'why it changed': 'pourquoi elle a changé',
  'dataset of the record': 'jeu de données de la fiche',
  'id of the record': 'identifiant de la fiche',
  '`added`: the previous build did not have it; `changed`: some of its fields have new values; `removed`: this build no longer has it; `returned`: it was removed within the time for which changes are kept, and this build has it again':
    '`added`\u00a0: la version précédente ne l’avait pas; `changed`\u00a0: certains champs ont de nouvelles valeurs; `removed`\u00a0: cette version ne l’a plus; `returned`\u00a0: elle avait été retirée pendant la période où les changements sont conservés, et cette version l’a de nouveau',
  'start of the load that made the build, UTC': 'début du chargement qui a fait la version, UTC',
  'the build that first shows the change': 'la version qui montre le changement la première',
  '`publisher`: the publisher’s files changed, and the code that reads them did not; `pipeline`: the code, the declarations or the date of the data changed, not the publisher’s files; `unknown`: both the files and the code changed, so the cause is not known':
    '`publisher`\u00a0: les fichiers de l’éditeur ont changé, et le code qui les lit non; `pipeline`\u00a0: le code, les déclarations ou la date des données ont changé, et non les fichiers de l’éditeur; `unknown`\u00a0: les fichiers et le code ont changé tous les deux, si bien que la cause n’est pas connue',
  'slug of the source of the record': 'identifiant de la source de la fiche',
  'the fields of a changed record that have new values, in table order, each with its old value; empty for other kinds. The new value is the `old` of the next change of the field, or else the present value in the record':
    'les champs d’une fiche modifiée qui ont de nouvelles valeurs, dans l’ordre de la table, chacun avec l’ancienne; vide pour les autres types. La nouvelle valeur est `old` dans le changement suivant du champ, sinon la valeur présente de la fiche',
  'name of the field': 'nom du champ',
  'the old value as text; lists and objects as JSON; null if there was none':
    'l’ancienne valeur en texte; listes et objets en JSON; null s’il n’y en avait pas',
  'the build that answered: pass it as `since` in a later request':
    'la version qui a répondu\u00a0: donnez-la comme `since` dans une requête ultérieure',
  'time, UTC, of the build since which no change is missing; null if the log begins with the present build':
    'heure, UTC, de la version depuis laquelle aucun changement ne manque; null si le journal commence avec la version présente',
};
