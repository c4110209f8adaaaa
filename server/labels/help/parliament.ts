/** Help texts of Parliament in French, by the English text of the column. */
export const PARLIAMENT_HELP: Readonly<Record<string, string>> = {
  '`<parliament>-<session>`': '`<législature>-<session>`',
  'number in its session': 'numéro dans sa session',
  'long title': 'titre complet',
  'first and last name': 'prénom et nom',
  'how far a bill is; a bill of a finished session that is none of `ROYAL_ASSENT`, `DEFEATED`, `NOT_PROCEEDED_WITH`, `PRO_FORMA` is `NOT_ACTIVE`, one without a known status `UNKNOWN`':
    'où en est un projet de loi; celui d’une session terminée qui n’est ni `ROYAL_ASSENT`, ni `DEFEATED`, ni `NOT_PROCEEDED_WITH`, ni `PRO_FORMA` est `NOT_ACTIVE`, celui d’état inconnu `UNKNOWN`',
  'first reading in the chamber of origin': 'première lecture dans la chambre d’origine',
  'short title': 'titre abrégé',
  'long title in French': 'titre complet en français',
  'short title in French': 'titre abrégé en français',
  'party at introduction': 'parti au dépôt',
  'chamber of origin': 'chambre d’origine',
  "publisher's English words; where there are none, by the number":
    'les mots anglais de l’éditeur; à défaut, d’après le numéro',
  "publisher's words": 'les mots de l’éditeur',
  "publisher's words in French": 'les mots de l’éditeur en français',
  'date of the latest event': 'date du dernier événement',
  'royal assent': 'sanction royale',
  'royal assent received': 'sanction royale reçue',
  '`bill_type` is Private Member’s Bill': '`bill_type` est «\u00a0Private Member’s Bill\u00a0»',
  'completed readings, date ascending': 'lectures terminées, par date',
  where: 'où',
  which: 'laquelle',
  'day on which it was completed': 'jour où elle s’est terminée',
  "publisher's page": 'page de l’éditeur',
  'newest text': 'texte le plus récent',
  'generated analysis; null when none is loaded': 'analyse générée; absente si aucune n’est chargée',
  'in a few sentences': 'en quelques phrases',
  'one sentence each': 'une phrase chacun',
  'sector tags': 'secteurs',
  'what generated it': 'ce qui l’a générée',
  'when, UTC': 'quand, UTC',
  "the publisher's short summary, then that of the bill's text; empty when none":
    'le résumé court de l’éditeur, puis celui du texte; vide s’il n’y en a pas',
  'of the text': 'du texte',
  '`official`: of the publisher': '`official`\u00a0: de l’éditeur',
  'line breaks kept': 'sauts de ligne gardés',
  'page of the text': 'page du texte',
  'House divisions on the bill, date then number ascending':
    'votes par appel nominal de la Chambre sur le projet, par date puis numéro',
  'number of the division in its session': 'numéro du vote dans sa session',
  'day of the division': 'jour du vote',
  'subject in French': 'sujet en français',
  'published as Agreed To, Negatived or Tie':
    'publié comme «\u00a0Agreed To\u00a0», «\u00a0Negatived\u00a0» ou «\u00a0Tie\u00a0»',
  'members for': 'députés pour',
  'members against': 'députés contre',
  'paired members': 'députés pairés',
  'by number of votes, then name; empty where the ballots of the division are not loaded':
    'par nombre de voix, puis nom; vide si les bulletins du vote ne sont pas chargés',
  'caucus on the day': 'groupe parlementaire ce jour-là',
  "the party's majority": 'la majorité du parti',
  'share of its yea and nay votes against that majority, 0 to 0.5, 3 decimals':
    'part de ses voix contre cette majorité, de 0 à 0,5, 3 décimales',
  "the division's page at the publisher": 'page du vote chez l’éditeur',
  "the record's page at the publisher": 'page de la fiche chez l’éditeur',
  "person number: that of the House of Commons; where there is none, the Library of Parliament's plus 10,000,000":
    'numéro de la personne\u00a0: celui de la Chambre des communes; à défaut, celui de la Bibliothèque du Parlement plus 10\u00a0000\u00a0000',
  'the name as a slug; of several people with one slug the smallest `id` keeps it plain, the others add `-<id>`':
    'le nom en identifiant textuel; de plusieurs homonymes, le plus petit `id` le garde tel quel, les autres ajoutent `-<id>`',
  'a sitting member of the House of Commons': 'siège à la Chambre des communes',
  'House caucus, of former members the last one; of senators the party or group':
    'groupe à la Chambre, des anciens députés le dernier; des sénateurs le parti ou groupe',
  'riding, of former members the last one; of senators the division':
    'circonscription, des anciens députés la dernière; des sénateurs la division',
  'two-letter code of the riding or senate division':
    'code à deux lettres de la circonscription ou division sénatoriale',
  "publisher's photo": 'photo de l’éditeur',
  "the person's page at the publisher": 'page de la personne chez l’éditeur',
  'load in which the record of the House or of the Library last changed, UTC':
    'chargement où la fiche de la Chambre ou de la Bibliothèque a changé pour la dernière fois, UTC',
  'newest first. The House lists elections without votes, the Library of Parliament with the votes of the person alone; those of the other candidates are not published there, so that a share cannot be computed':
    'la plus récente d’abord. La Chambre donne les élections sans les voix, la Bibliothèque du Parlement avec les voix de la personne seule; celles des autres candidats n’y sont pas publiées, si bien qu’aucune part ne peut être calculée',
  'day of the election': 'jour de l’élection',
  riding: 'circonscription',
  'party in full': 'parti au long',
  'won the riding': 'a remporté la circonscription',
  'votes; null where they are not published, and where nobody else stood':
    'voix; absentes si elles ne sont pas publiées, ou si personne d’autre ne se présentait',
  'share of the votes; null: it needs those of all candidates':
    'part des voix; absente\u00a0: il faudrait celles de tous les candidats',
  'session, then start date, newest first; of sessions for which the House gives none, as the Library of Parliament lists them, without days':
    'session, puis début, le plus récent d’abord; des sessions que la Chambre ne donne pas, d’après la Bibliothèque du Parlement, sans jours',
  'number of the committee': 'numéro du comité',
  'English name': 'nom anglais',
  "the House's acronym": 'sigle de la Chambre',
  'slug of the committee': 'identifiant textuel du comité',
  "publisher's word": 'le mot de l’éditeur',
  session: 'session',
  'last day; null while it lasts': 'dernier jour; absent tant que cela dure',
  'communications with this person as official, by name match, which cannot distinguish namesakes':
    'communications avec cette personne comme titulaire, d’après le nom, qui ne distingue pas les homonymes',
  'number of communications': 'nombre de communications',
  oldest: 'la plus ancienne',
  newest: 'la plus récente',
  'the communication': 'la communication',
  'day of the communication': 'jour de la communication',
  registrant: 'déclarant',
  'institutions of its officials': 'institutions de ses titulaires',
  subjects: 'sujets',
  'newest first': 'le plus récent d’abord',
  'number of the bill': 'numéro du projet de loi',
  'code of the status': 'code de l’état',
  'stable number of the committee, made of its acronym': 'numéro stable du comité, fait de son sigle',
  'the name as a slug': 'le nom en identifiant textuel',
  'French name': 'nom français',
  'latest session in which the committee sat': 'dernière session où le comité a siégé',
  'load in which one of its sessions last changed, UTC':
    'chargement où l’une de ses sessions a changé pour la dernière fois, UTC',
  'of a subcommittee: its committee': 'd’un sous-comité\u00a0: son comité',
  'members in the latest session: chair, vice-chairs, then members, by name; without associate members':
    'membres dans la dernière session\u00a0: présidence, vice-présidences, puis membres, par nom; sans les membres associés',
  'person number': 'numéro de la personne',
  caucus: 'groupe parlementaire',
  'number of the meeting in its session': 'numéro de la réunion dans sa session',
  'day of the meeting': 'jour de la réunion',
  'Ottawa time, 24 hours': 'heure d’Ottawa, sur 24 heures',
  'held in private': 'tenue à huis clos',
  'a transcript is published': 'une transcription est publiée',
  'up to 50 studies, newest session first, then by id':
    'jusqu’à 50 études, session la plus récente d’abord, puis par numéro',
  "publisher's number": 'numéro de l’éditeur',
  'English title': 'titre anglais',
  '`bill` where a bill is studied, else `study`': '`bill` si un projet de loi est étudié, sinon `study`',
  '`<session_id>/<number>`': '`<session_id>/<number>`',
  'subject as published; where there is none the document type':
    'objet tel que publié; à défaut, le type de document',
  'outcome as published; where that is unknown, by the totals':
    'résultat tel que publié; s’il est inconnu, d’après les totaux',
  'bill that the division is about': 'projet de loi sur lequel porte le vote',
  'that bill, `<session_id>/<number>`, where it is loaded':
    'ce projet de loi, `<session_id>/<number>`, s’il est chargé',
  '`whole`: at least nine tenths of the yeas and nays; `some`: fewer; `none`: not one. The publisher’s ballots are fetched for divisions on bills':
    '`whole`\u00a0: au moins neuf dixièmes des pour et contre; `some`\u00a0: moins; `none`\u00a0: aucun. Les bulletins de l’éditeur sont recueillis pour les votes sur des projets de loi',
  'by number of ballots; empty where none is loaded. The counts are those of the loaded ballots':
    'par nombre de bulletins; vide si aucun n’est chargé. Les nombres sont ceux des bulletins chargés',
  'caucus on the day of the division, not of today': 'caucus du jour du vote, non d’aujourd’hui',
  'side of most yeas and nays of the caucus in the division; null for a tie, for members of no caucus, and where fewer than nine tenths of the ballots are loaded':
    'côté de la plupart des pour et contre du caucus lors du vote; null pour une égalité, pour les membres sans caucus, et si moins de neuf dixièmes des bulletins sont chargés',
  'every loaded ballot, by party and name; empty where none is loaded':
    'chaque bulletin chargé, par parti et nom; vide si aucun n’est chargé',
  'slug of the politician: by the person number, else the one politician of the name who sat that day; null: nobody':
    'identifiant du parlementaire\u00a0: par le numéro de la personne, sinon le seul parlementaire de ce nom qui siégeait ce jour-là; null\u00a0: personne',
  'first and last name, as on the ballot': 'prénom et nom, tels que sur le bulletin',
  'riding on the day of the division': 'circonscription du jour du vote',
  'two-letter code of the riding': 'code à deux lettres de la circonscription',
  '`Paired` only without a yea or nay': '`Paired` seulement sans pour ni contre',
  'true: a yea or nay against `party_vote`; false: with it; null: paired, or there is no `party_vote`':
    'true\u00a0: un pour ou contre opposé à `party_vote`; false\u00a0: du même côté; null\u00a0: pairé, ou sans `party_vote`',
};
