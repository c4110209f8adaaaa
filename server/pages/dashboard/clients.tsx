/** Dashboard section: connected tool clients. */
import type {ConnectedClient} from '../../accounts/tool_clients.ts';
import type {View} from '../../site/view/types.ts';
import type {Visitor} from '../env.ts';
import {button, form} from '../fields.tsx';
import {card, table, time} from '../parts.tsx';

const tableOf = (view: View, visitor: Visitor, clients: readonly ConnectedClient[]) => {
  const {t} = view;
  const rows = clients.map(({grant, name, created_at}) => [
    name,
    time(view, created_at),
    form(
      '/account/grants/revoke',
      visitor,
      {grant: String(grant)},
      button(view, 'dashboard.disconnect', {about: name}),
    ),
  ]);
  return [
    table(
      view,
      t('dashboard.clients'),
      [t('dashboard.client'), t('dashboard.connected'), t('dashboard.action')],
      rows,
    ),
    <p class="note">{t('dashboard.clients_why')}</p>,
  ];
};

export const clientsSection = (view: View, visitor: Visitor, clients: readonly ConnectedClient[]) =>
  card(
    'clients',
    view.t('dashboard.clients'),
    clients.length === 0 ? <p>{view.t('dashboard.no_clients')}</p> : tableOf(view, visitor, clients),
    'card wide',
  );
