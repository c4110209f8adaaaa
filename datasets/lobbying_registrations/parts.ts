/** Columns that the child tables give to a registration. */
import {SUBJECTS_GIVE} from '../publishers/lobbying_registry.ts';
import type {ChildTable} from '../types.ts';

const OF_REGISTRATION = {
  foreignKey: {reg_id: 'reg_id'},
  orphanReason: 'no registration with this id',
};

const IN_HOUSE_LOBBYISTS = 'in_order(list(p.name ORDER BY p._row) FILTER (p.name IS NOT NULL))';

export const PARTS: Record<string, ChildTable> = {
  institutions: {
    help: 'Institutions that are lobbied.',
    ...OF_REGISTRATION,
    distinctOn: ['institution'],
    aggregates: {institutions: 'list(p.institution ORDER BY p._row) FILTER (p.institution IS NOT NULL)'},
  },
  subjects: {
    help: 'Subjects, from the file of subjects and from the details of the filing.',
    ...OF_REGISTRATION,
    aggregates: {
      ...SUBJECTS_GIVE,
      subject_details: 'list(p.description ORDER BY p._row) FILTER (p.description IS NOT NULL)',
    },
  },
  beneficiaries: {
    help: 'Who controls the client, or benefits.',
    ...OF_REGISTRATION,
    aggregates: {
      beneficiaries: `list({'name': p.name, 'type': p.type} ORDER BY p._row) FILTER (p.name IS NOT NULL)`,
    },
  },
  in_house_by_registration: {
    help: 'Employees who lobby, by registration.',
    ...OF_REGISTRATION,
    aggregates: {in_house_lobbyists: IN_HOUSE_LOBBYISTS},
  },
  in_house_by_profile: {
    help: 'Employees who lobby, by the profile of the corporation or organization, which several versions may share.',
    foreignKey: {profile_id: 'profile_id'},
    orphanReason: 'no registration with this profile',
    aggregates: {in_house_lobbyists: IN_HOUSE_LOBBYISTS},
  },
  funding: {
    help: 'Public money that the client says it received; each version repeats it.',
    ...OF_REGISTRATION,
    aggregates: {
      government_funding: `list({'institution': p.institution, 'amount': p.amount, 'expected': p.expected, 'text': p.text}
        ORDER BY p._row)`,
    },
  },
};
