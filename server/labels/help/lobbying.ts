/** Help texts of lobbying, organizations and municipalities in French, by the English text of the column. */
export const LOBBYING_HELP: Readonly<Record<string, string>> = {
  "publisher's row id, one per filed version": 'identifiant de ligne de l’éditeur, un par version déposée',
  'printed number: registrant, client, version': 'numéro imprimé\u00a0: déclarant, client, version',
  'English name, else the French one': 'nom anglais, à défaut le français',
  'registrant: the consultant, or the officer who files for an employer':
    'déclarant\u00a0: le lobbyiste-conseil, ou le dirigeant qui déclare pour l’employeur',
  'registrant number, id of the lobbyist profile': 'numéro du déclarant, identifiant du profil du lobbyiste',
  "consultant's firm; null for in-house filings":
    'cabinet du lobbyiste-conseil; absent des déclarations internes',
  'who files': 'qui déclare',
  'first day': 'premier jour',
  'last day; null: open': 'dernier jour; absent\u00a0: sans fin',
  '`end_date` is null or not before the data date':
    '`end_date` est absente ou pas antérieure à la date des données',
  'labels joined by `, ` in source order': 'libellés réunis par `, ` dans l’ordre de la source',
  'names, source order': 'noms, dans l’ordre de la source',
  'French name, as published': 'nom français, tel que publié',
  'as published; one company has several': 'tel que publié; une entreprise en a plusieurs',
  'filing date': 'date du dépôt',
  'as filed': 'tel que déposé',
  'code of the publisher': 'code de l’éditeur',
  "English name, in place of `Other` the filer's words":
    'nom anglais; au lieu de `Other`, les mots du déclarant',
  'texts of the filing': 'textes de la déclaration',
  'names of the employees who lobby': 'noms des employés qui font du lobbying',
  'communications whose `reg_id` is this one': 'communications dont le `reg_id` est celui-ci',
  'page of the registration at the publisher': 'page de l’enregistrement chez l’éditeur',
  "publisher's report number": 'numéro de rapport de l’éditeur',
  'date of the communication': 'date de la communication',
  'registrant; where the report lacks it, of the linked registration':
    'déclarant; si le rapport ne le donne pas, celui de l’enregistrement lié',
  'designated public office holders: distinct values joined by `; ` in source order':
    'titulaires d’une charge publique désignés\u00a0: valeurs distinctes réunies par `; ` dans l’ordre de la source',
  'their titles, joined so': 'leurs titres, réunis de même',
  'their institutions, joined so': 'leurs institutions, réunies de même',
  'labels joined by `, `': 'libellés réunis par `, `',
  'firm of the linked registration': 'cabinet de l’enregistrement lié',
  'of the linked registration': 'de l’enregistrement lié',
  'the linked registration': 'l’enregistrement lié',
  'the labels of `subjects`, one by one': 'les libellés de `subjects`, un à un',
  'one entry per official; `politician_slug` by name match, which cannot distinguish namesakes':
    'une ligne par titulaire; `politician_slug` d’après le nom, qui ne distingue pas les homonymes',
  'first and last name as filed': 'prénom et nom tels que déposés',
  'branch or unit as filed': 'direction ou unité telle que déposée',
  institution: 'institution',
  'slug of the politician': 'identifiant textuel du parlementaire',
  'page of the report at the publisher': 'page du rapport chez l’éditeur',
  'registrant number': 'numéro du déclarant',
  'newest spelling; the number where no filing has a name':
    'graphie la plus récente; le numéro si aucun dépôt n’a de nom',
  'of the newest registration': 'de l’enregistrement le plus récent',
  'distinct clients over registrations and communications':
    'clients distincts des enregistrements et communications',
  communications: 'communications',
  'registrations that are active on the data date': 'enregistrements en vigueur à la date des données',
  'top 10 institutions of the communications, most frequent first':
    'les dix institutions les plus fréquentes des communications',
  'top 10 subjects of the communications, most frequent first':
    'les dix sujets les plus fréquents des communications',
  subject: 'sujet',
  'oldest day over registrations and communications':
    'jour le plus ancien des enregistrements et communications',
  'newest day over registrations and communications':
    'jour le plus récent des enregistrements et communications',
  client: 'client',
  'officials, joined by `; `': 'titulaires, réunis par `; `',
  'institutions, joined by `; `': 'institutions, réunies par `; `',
  'the client in its most frequent spelling (ties: code point order)':
    'le client dans sa graphie la plus fréquente (à égalité\u00a0: l’ordre des caractères)',
  '`encodeURIComponent(client)`, usable as path segment':
    '`encodeURIComponent(client)`, utilisable dans une adresse',
  'top 10 of the communications, most frequent first': 'les dix plus fréquents des communications',
  'newest spelling of the registrant': 'graphie la plus récente du déclarant',
  'firm of the newest registration': 'cabinet de l’enregistrement le plus récent',
  'oldest communication': 'plus ancienne communication',
  'newest communication': 'plus récente communication',
  'slug of the municipality': 'identifiant textuel de la municipalité',
  'number as printed': 'numéro tel qu’imprimé',
  "publisher's own row key": 'clé de ligne de l’éditeur',
  'day of issue': 'jour de la délivrance',
  'day of application': 'jour de la demande',
  'canonical kind of work': 'genre de travaux, harmonisé',
  "municipality's own words for the kind": 'le genre dans les mots de la municipalité',
  "municipality's own description": 'description de la municipalité',
  'canonical state': 'état, harmonisé',
  'estimated cost of the work': 'coût estimatif des travaux',
  'zone that the permit names': 'zone que nomme le permis',
  'as published; Vancouver and Québec write the postal code into it':
    'telle que publiée; Vancouver et Québec y écrivent le code postal',
  'kind of building, as published': 'genre de bâtiment, tel que publié',
  "municipality's own word for the state": 'l’état dans le mot de la municipalité',
  'ward or district, as published': 'quartier ou district, tel que publié',
  'day of completion; only of completed permits': 'jour d’achèvement; des permis achevés seulement',
  'day on which the permit ends': 'jour où le permis prend fin',
  'dwellings gained; negative where some are lost': 'logements gagnés; négatif s’il s’en perd',
  'floor area': 'surface de plancher',
  'load in which the record was first seen (UTC)': 'chargement où la fiche a été vue d’abord (UTC)',
  'latitude (WGS 84)': 'latitude (WGS 84)',
  'longitude (WGS 84)': 'longitude (WGS 84)',
  'GeoJSON Point': 'point GeoJSON',
  "`source`: the publisher's point; null: no point":
    '`source`\u00a0: le point de l’éditeur; absent\u00a0: pas de point',
  'the record or its dataset at the publisher': 'la fiche ou son jeu de données chez l’éditeur',
  'key of the profile: `bn` and the business number, else the first of its legal names; other keys that it had lead to it, too':
    'clé du profil\u00a0: `bn` et le numéro d’entreprise, sinon le premier de ses noms légaux; ses clés antérieures y mènent aussi',
  'published name of most records': 'nom publié de la plupart des fiches',
  'CAD sum of its contracts and grants': 'somme de ses contrats et subventions, en dollars canadiens',
  'records of all datasets that name it, once for each role':
    'fiches de tous les jeux de données qui la nomment, une fois par rôle',
  'date of its newest record': 'date de sa fiche la plus récente',
  'datasets that name it': 'jeux de données qui la nomment',
  'date of its oldest record': 'date de sa fiche la plus ancienne',
  'first nine digits, where a record carries it': 'les neuf premiers chiffres, si une fiche les donne',
  'published spellings, of most records first, at most 50':
    'graphies publiées, la plus fréquente d’abord, 50 au plus',
  'names as published, with the rule that links each, and the list that holds its records: 50 of most records; a list finds names that contain the text, so that it may hold records of others':
    'noms tels que publiés, avec la règle qui lie chacun et la liste de ses fiches\u00a0: les 50 les plus fréquents; une liste trouve les noms qui contiennent le texte, et peut donc tenir des fiches d’autres',
  'dataset of the records': 'jeu de données des fiches',
  'what the organization is in the records': 'ce qu’est l’organisation dans les fiches',
  'how the name is linked': 'comment le nom est lié',
  'certainty of the rule': 'certitude de la règle',
  'records under the name': 'fiches sous ce nom',
  'relative path of the list, filtered by the name; null: no list takes it':
    'chemin relatif de la liste, filtrée par le nom; absent\u00a0: aucune liste ne le prend',
  'records by dataset and role; sums of different datasets are never to be added, since they report the same money more than once':
    'fiches par jeu de données et rôle; les sommes de jeux différents ne s’additionnent jamais, car ils rapportent le même argent plusieurs fois',
  records: 'fiches',
  'CAD sum. contracts and grants: their value; awards: the value of the notice; research grants: paid in the fiscal year; infrastructure projects: the federal share; permits: the estimated cost of the work, which is no payment to the organization; lobbying: null':
    'somme en dollars canadiens. Contrats et subventions\u00a0: leur valeur; attributions\u00a0: la valeur de l’avis; subventions de recherche\u00a0: versé dans l’exercice; projets d’infrastructure\u00a0: la part fédérale; permis\u00a0: le coût estimatif des travaux, qui n’est pas un paiement à l’organisation; lobbying\u00a0: absente',
  'oldest record': 'plus ancienne fiche',
  'newest record': 'plus récente fiche',
  'records by year, newest first, dataset and role':
    'fiches par année, la plus récente d’abord, jeu de données et rôle',
  'calendar year of the date, of research grants the fiscal year; null without one':
    'année civile de la date, des subventions de recherche l’exercice; absente sans date',
  'CAD sum, as in `totals`': 'somme en dollars canadiens, comme dans `totals`',
  'institutions that signed its contracts or grants: top 10 by `total_value`':
    'institutions qui ont signé ses contrats ou subventions\u00a0: les dix plus grandes par `total_value`',
  'CAD sum of contracts and grants': 'somme des contrats et subventions, en dollars canadiens',
  'grant records': 'subventions',
  'quarters with money or communications, newest first. A contract or grant counts with its whole value in the quarter of its award or start. The two stand side by side; neither says anything about the cause of the other':
    'trimestres avec de l’argent ou des communications, le plus récent d’abord. Un contrat ou une subvention compte pour sa valeur entière dans le trimestre de son attribution ou de son début. Les deux sont côte à côte; aucun ne dit rien de la cause de l’autre',
  'calendar quarter': 'trimestre civil',
  'CAD sum of contracts': 'somme des contrats, en dollars canadiens',
  'CAD sum of grants and contributions': 'somme des subventions et contributions, en dollars canadiens',
  'CAD sum of both': 'somme des deux, en dollars canadiens',
  'lobbying communications filed for it as a client, by date of the communication':
    'communications de lobbying déclarées pour elle comme cliente, par date de la communication',
  'other organizations whose names share all telling words, in any order, by `total_value`, at most 10; likeness alone merges none':
    'autres organisations dont le nom a tous les mots parlants en commun, dans n’importe quel ordre, par `total_value`, dix au plus; la ressemblance seule n’en réunit aucune',
  'key of the other organization': 'clé de l’autre organisation',
  'its name': 'son nom',
  'its records': 'ses fiches',
};
