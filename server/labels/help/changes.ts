/** Texts of the operations on changes in French, by their English text. */

export const CHANGES_HELP: Readonly<Record<string, string>> = {
  'What changed in the records of a dataset, newest first':
    'Ce qui a changé dans les fiches d’un jeu de données, du plus récent au plus ancien',
  'What changed in one record, newest first': 'Ce qui a changé dans une fiche, du plus récent au plus ancien',
  'Also of a record that was removed, for as long as changes are kept. Empty for a record that did not change in that time.':
    'Aussi pour une fiche retirée, tant que les changements sont conservés. Vide pour une fiche qui n’a pas changé pendant ce temps.',
  'only what changed after this build, or at this time or later (UTC)':
    'seulement ce qui a changé après cette version, ou à cette heure ou plus tard (UTC)',
  'only what changed after this build, or the newest one of that time (UTC), as operations: `upsert` with the whole record, or `delete`; each has its `id`. Without filters, as NDJSON or Parquet':
    'seulement ce qui a changé après cette version, ou la plus récente de cette heure (UTC), en opérations\u00a0: `upsert` avec la fiche entière, ou `delete`; chacune a son `id`. Sans filtres, en NDJSON ou Parquet',
  'what happened to the record': 'ce qui est arrivé à la fiche',
  'why it changed': 'pourquoi elle a changé',
  'dataset of the record': 'jeu de données de la fiche',
  'id of the record': 'identifiant de la fiche',
  '`added`: the build before did not have it; `changed`: some of its fields have other values; `removed`: this build does not have it any more; `returned`: it was removed within the time that changes are kept, and is there again':
    '`added`\u00a0: la version précédente ne l’avait pas; `changed`\u00a0: certains champs ont d’autres valeurs; `removed`\u00a0: cette version ne l’a plus; `returned`\u00a0: retirée pendant que les changements sont conservés, elle est de retour',
  'start of the load that made the build, UTC': 'début du chargement qui a fait la version, UTC',
  'the build that first shows the change': 'la version qui montre le changement la première',
  '`publisher`: the publisher’s files changed and the code that reads them did not; `pipeline`: the code, the declarations or the day of the data changed and the publisher’s files did not; `unknown`: both changed, so that nobody can tell':
    '`publisher`\u00a0: les fichiers de l’éditeur ont changé, et le code qui les lit non; `pipeline`\u00a0: le code, les déclarations ou le jour des données ont changé, et les fichiers de l’éditeur non; `unknown`\u00a0: les deux ont changé, et personne ne peut le dire',
  'slug of the source of the record': 'identifiant de la source de la fiche',
  'of a changed record the fields with other values, in table order, each with the value before; of others empty. The value after is the one before the next change, or that of the record':
    'd’une fiche modifiée, les champs qui ont d’autres valeurs, dans l’ordre de la table, chacun avec la valeur d’avant; vide pour les autres. La valeur d’après est celle d’avant le changement suivant, ou celle de la fiche',
  'name of the field': 'nom du champ',
  'the value before, as text; lists and objects as JSON; null: there was none':
    'la valeur d’avant, en texte; listes et objets en JSON; null\u00a0: il n’y en avait pas',
  'the build that answers: `since` takes it': 'la version qui répond\u00a0: `since` l’accepte',
  'UTC: every change since the build of this time is there; null: this build began the log':
    'UTC\u00a0: tout changement depuis la version de cette heure y est; null\u00a0: cette version a commencé le journal',
};
