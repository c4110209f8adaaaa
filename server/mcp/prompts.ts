/** The table of prompts: questions that people ask again and again, with the tools that answer them. */
import type {Prompt} from '@modelcontextprotocol/sdk/types.js';
import {PERMIT_MUNICIPALITIES} from '../../datasets/permits/cities.ts';
import {type Arguments, isObject} from './arguments.ts';
import {RpcError} from './errors.ts';
import type {ValueSource} from './types.ts';

interface PromptArgument {
  description: string;
  required: boolean;
  /** Where its values come from; absent: any text. */
  values?: ValueSource;
}

interface AskedPrompt {
  name: string;
  title: string;
  description: string;
  arguments: Readonly<Record<string, PromptArgument>>;
  /** The question; `<name>` is replaced by an argument, sentences with one that is not given are left out. */
  question: readonly string[];
}

const CAREFUL =
  'Say for every number which records it counts and from when to when. Never add totals of different datasets; the resource rules://counting says why. Say what the data does not have. Answer in the language of this conversation.';

const required = (description: string, values?: ValueSource): PromptArgument => ({
  description,
  required: true,
  ...(values && {values}),
});

const since: PromptArgument = {description: 'first day, YYYY-MM-DD', required: false};

export const PROMPTS: readonly AskedPrompt[] = [
  {
    name: 'follow_organization',
    title: 'Follow an organization',
    description: 'What one organization received, from whom, and whom it lobbied.',
    arguments: {
      organization: required('its name, or part of it', {
        fields: [
          ['contracts', 'vendor'],
          ['grants', 'recipient'],
          ['lobbying_communications', 'client'],
        ],
      }),
      since,
    },
    question: [
      'What did the organization "<organization>" receive from the federal government, and whom did it lobby?',
      'Find it by search_organizations; where several have that name, name them and ask which one is meant.',
      'Take get_organization_profile for totals, years and departments, search_contracts and search_grants for the newest records, get_lobbying_communications for its meetings.',
      'Look only at what is dated <since> or later.',
      CAREFUL,
    ],
  },
  {
    name: 'check_department',
    title: 'Check a department',
    description: 'What one department or agency bought, from whom, and how.',
    arguments: {
      department: required('its name in either language, or its acronym', {
        fields: [['contracts', 'department']],
      }),
      since,
    },
    question: [
      'What does the department "<department>" buy, from whom, and by which method?',
      'Find its official name by list_departments, then take get_department_profile.',
      'Use get_stats of contracts by vendor, by method and by year with the same department, and search_contracts sorted by value for the largest.',
      'Compare competitive and non-competitive contracts, and name the largest single ones with the addresses of their sources.',
      'Look only at what is dated <since> or later.',
      CAREFUL,
    ],
  },
  {
    name: 'my_street',
    title: 'What happened on my street',
    description: `Building permits and zoning around one address, in ${PERMIT_MUNICIPALITIES.length} municipalities.`,
    arguments: {
      street: required('a street, or an address'),
      municipality: required('the city', {fields: [['permits', 'municipality']]}),
      since,
    },
    question: [
      'What was built, changed or torn down on "<street>" in <municipality>?',
      'Use search_permits with municipality and q; where one permit has coordinates, use lat, lng and radius_km for its surroundings, and lookup_zone for what may be built there.',
      'List the permits with date, address, work and status, newest first.',
      'Look only at permits issued on <since> or later.',
      CAREFUL,
    ],
  },
];

export const LISTED_PROMPTS: readonly Prompt[] = PROMPTS.map(({question: _, arguments: all, ...prompt}) => ({
  ...prompt,
  arguments: Object.entries(all).map(([name, one]) => ({
    name,
    description: one.description,
    required: one.required,
  })),
}));

/** Longest argument: it stands in a question. */
const LONGEST = 200;

function argumentOf(name: string, {required: isRequired}: PromptArgument, given: Arguments): string {
  const value = given[name] ?? '';
  const isMissing = typeof value !== 'string' || value.length > LONGEST || (isRequired && !value.trim());
  if (isMissing) throw new RpcError('parameters', {name, type: `a text of at most ${LONGEST} characters`});
  return value.trim();
}

/** The messages of a prompt; throws for an unknown one, and for arguments that are missing. */
export function promptMessages(name: string, given: unknown = {}): object {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) throw new RpcError('prompt', {name});
  if (!isObject(given)) throw new RpcError('parameters', {name: 'arguments', type: 'an object'});
  const values = Object.fromEntries(
    Object.entries(prompt.arguments).map(([one, row]) => [one, argumentOf(one, row, given)]),
  );
  const placeholder = /<(\w+)>/g;
  const said = prompt.question.filter((text) =>
    [...text.matchAll(placeholder)].every(([, one = '']) => values[one] !== ''),
  );
  const text = said.join(' ').replace(placeholder, (_, one: string) => values[one] ?? '');
  return {description: prompt.description, messages: [{role: 'user', content: {type: 'text', text}}]};
}
