/** Texts of the operations on changes in French, by their English text. */

export const CHANGES_HELP: Readonly<Record<string, string>> = {
  'What changed in the records of a dataset, newest first':
    'Ce qui a changé dans les fiches d’un jeu de données, du plus récent au plus ancien',
  'What changed in one record, newest first': 'Ce qui a changé dans une fiche, du plus récent au plus ancien',
  'A record that was removed has its history for as long as changes are kept. That of a record which did not change in that time is empty.':
    'Une fiche retirée garde son historique tant que les changements sont conservés. Celui d’une fiche qui n’a pas changé pendant ce temps est vide.',
  'only what changed after this build, or in builds whose load began at this time or later (UTC). A build is served after its load, so that a walk that goes on from a time may miss one: go on from `meta.build`':
    'seulement ce qui a changé après cette version, ou dans les versions dont le chargement a commencé à cette heure (UTC) ou plus tard. Une version est servie après son chargement\u00a0: qui continue à partir d’une heure peut en manquer une; continuez à partir de `meta.build`',
  'only what changed after this build, as operations: `upsert` with the whole record, or `delete`; each has its `id`. `X-Build-Id` of an export names its build. A time (UTC) stands for the newest build that was surely served then. Without filters, as NDJSON or Parquet':
    'seulement ce qui a changé après cette version, en opérations\u00a0: `upsert` avec la fiche entière, ou `delete`; chacune a son `id`. `X-Build-Id` d’une exportation nomme sa version. Une heure (UTC) désigne la version la plus récente qui était sûrement servie alors. Sans filtres, en NDJSON ou Parquet',
  'what happened to the record': 'ce qui est arrivé à la fiche',
  'why it changed': 'pourquoi elle a changé',
  'dataset of the record': 'jeu de données de la fiche',
  'id of the record': 'identifiant de la fiche',
  '`added`: the build before did not have it; `changed`: some of its fields have other values than before; `removed`: this build does not have it any more; `returned`: it was removed within the time that changes are kept, and is there again':
    '`added`\u00a0: la version précédente ne l’avait pas; `changed`\u00a0: certains champs ont d’autres valeurs qu’avant; `removed`\u00a0: cette version ne l’a plus; `returned`\u00a0: retirée pendant que les changements sont conservés, elle est de retour',
  'start of the load that made the build, UTC': 'début du chargement qui a fait la version, UTC',
  'the build that first shows the change': 'la version qui montre le changement la première',
  '`publisher`: the publisher’s files changed, and the code that reads them did not; `pipeline`: the code, the declarations or the day of the data made the difference, not the publisher’s files; `unknown`: files and code changed at once, so that nobody can tell':
    '`publisher`\u00a0: les fichiers de l’éditeur ont changé, et le code qui les lit non; `pipeline`\u00a0: le code, les déclarations ou le jour des données font la différence, et non les fichiers de l’éditeur; `unknown`\u00a0: les fichiers et le code ont changé à la fois, et personne ne peut trancher',
  'slug of the source of the record': 'identifiant de la source de la fiche',
  'of a changed record the fields with other values, in table order, each with the value before; of others empty. The value after is the one before the next change, or that of the record':
    'd’une fiche modifiée, les champs qui ont d’autres valeurs, dans l’ordre de la table, chacun avec la valeur d’avant; vide pour les autres. La valeur d’après est celle d’avant le changement suivant, ou celle de la fiche',
  'name of the field': 'nom du champ',
  'the value before, as text; lists and objects as JSON; null: there was none':
    'la valeur d’avant, en texte; listes et objets en JSON; null\u00a0: il n’y en avait pas',
  'the build that answers; a later request goes on from it by `since`':
    'la version qui répond; une requête ultérieure continue à partir d’elle par `since`',
  'UTC; no change since the build of this time is missing; null: this build began the log':
    'UTC; aucun changement depuis la version de cette heure ne manque; null\u00a0: cette version a commencé le journal',
};
