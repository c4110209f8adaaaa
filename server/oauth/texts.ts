/** Texts of the consent page and of refused authorization requests. */
import type {Labels} from '../../datasets/labels/label.ts';

export const CONSENT_TEXTS = {
  title: {en: 'Connect a tool client', fr: 'Connecter un client d’outils'},
  asks: {
    en: '“{name}” asks to read data with your account {account}.',
    fr: '«\u00a0{name}\u00a0» demande à lire des données avec votre compte {account}.',
  },
  name: {en: 'Calls itself', fr: 'Se présente comme'},
  host: {en: 'Sends you on to', fr: 'Vous renvoie à'},
  loopback: {en: 'a program on this computer', fr: 'un programme sur cet ordinateur'},
  scope: {en: 'Asks for', fr: 'Demande'},
  scope_read: {
    en: 'read the data that your account may read; every call counts against your limits',
    fr: 'lire les données que votre compte peut lire; chaque appel compte dans vos limites',
  },
  saved: {
    en: 'It sees neither your password nor your key, and it cannot change your account. It stays connected until you disconnect it on your account page, or until {days} days after it was last used.',
    fr: 'Il ne voit ni votre mot de passe ni votre clé et ne peut pas modifier votre compte. Il reste connecté jusqu’à ce que vous le déconnectiez sur la page de votre compte, ou jusqu’à {days} jours après sa dernière utilisation.',
  },
  unchecked: {
    en: 'Nobody has checked what the client calls itself. Allow it only if you have just asked it to connect, and know where it sends you on to.',
    fr: 'Personne n’a vérifié comment le client se présente. N’autorisez que si vous venez de lui demander de se connecter et connaissez l’adresse à laquelle il vous renvoie.',
  },
  allow: {en: 'Allow', fr: 'Autoriser'},
  deny: {en: 'Decline', fr: 'Refuser'},
} as const satisfies Labels;

export const REFUSAL_TEXTS = {
  client: {en: 'This client is not known', fr: 'Ce client est inconnu'},
  client_why: {
    en: 'The program that sent you here is not registered, or no longer. Remove the connection there and make it anew. You were not sent on, so that nobody can misuse this address.',
    fr: 'Le programme qui vous a envoyé ici n’est pas inscrit, ou ne l’est plus. Supprimez-y la connexion et refaites-la. Vous n’avez pas été redirigé, pour que personne ne puisse abuser de cette adresse.',
  },
  redirect: {en: 'The way back is not registered', fr: 'L’adresse de retour n’est pas inscrite'},
  redirect_why: {
    en: 'The program that sent you here wants you sent on to an address that it did not register. You were not sent there.',
    fr: 'Le programme qui vous a envoyé ici veut vous renvoyer à une adresse qu’il n’a pas inscrite. Vous n’y avez pas été redirigé.',
  },
  gone: {en: 'This request is over', fr: 'Cette demande est terminée'},
  gone_why: {
    en: 'It was answered already, or waited too long. Begin anew in the program that you want to connect.',
    fr: 'Elle a déjà reçu une réponse ou a trop attendu. Recommencez dans le programme que vous voulez connecter.',
  },
  busy: {en: 'Too many requests to connect', fr: 'Trop de demandes de connexion'},
  busy_why: {
    en: 'Many came from your network. Try again in {minutes} min.',
    fr: 'Beaucoup sont venues de votre réseau. Réessayez dans {minutes} min.',
  },
} as const satisfies Labels;
