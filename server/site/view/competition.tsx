/** The line of a department that says how much it bought without competition. */
import type {Competition} from '../load/competition.ts';
import {link, sentence} from './kit.tsx';
import type {Markup, View} from './types.ts';

/** Null where no method is published. */
export function competitionLine(view: View, data: Competition | null): Markup | null {
  if (data === null) return null;
  const {t, language} = view;
  const percent = new Intl.NumberFormat(`${language}-CA`, {style: 'percent'});
  const shares = {
    contracts: link(view, data.path, percent.format(data.ofContracts)),
    value: data.ofValue === null ? '' : percent.format(data.ofValue),
  };
  return (
    <p id="competition">
      {data.ofValue === null
        ? sentence(view, 'profile.alone', {contracts: shares.contracts})
        : sentence(view, 'profile.alone_value', shares)}{' '}
      {data.unknown > 0 ? `${t('profile.method_unknown', {n: data.unknown})} ` : ''}
      {link(view, data.byYear, t('profile.by_method'))}
    </p>
  );
}
