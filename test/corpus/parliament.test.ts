/**
 * The invented Parliament and registry behind the documents: seats, names, numbers, bills, ballots, chains.
 */
import {describe, expect, test} from 'vitest';
import {fold} from '../../datasets/rules/text.ts';
import {dayOf, REFERENCE_DAY} from './dates.ts';
import {registry} from './lobbying/chains.ts';
import {clientName} from './lobbying/clients.ts';
import {bills} from './parliament/bills.ts';
import {committees} from './parliament/committees.ts';
import {ballots, divisions, totalsOf} from './parliament/divisions.ts';
import {isLinked, numberOfHouse} from './parliament/library_pages.ts';
import {NAMES, nameOf} from './parliament/names.ts';
import {covers, fullName, mandateOn, type Politician, politicianId} from './parliament/people.ts';
import {politicians} from './parliament/politicians.ts';
import {RIDINGS} from './parliament/ridings.ts';
import {knownPoliticians} from './parliament/slugs.ts';
import {PLANS, type Plan} from './plan.ts';

const SEED = 'parliament';
const plans = Object.entries(PLANS);
const small = PLANS['small'] as Plan;

const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length);

/** Days spread over the parliaments that the plan tells of. */
const DAYS = ['2016-03-01', '2018-11-20', '2020-10-10', '2022-02-02', '2024-06-14', '2026-01-20'].map(dayOf);

test('every name and every riding stands once', () => {
  unique(Array.from({length: NAMES}, (_, i) => `${nameOf(i).given} ${nameOf(i).family}`));
  unique(RIDINGS.map(({name}) => name));
  expect(RIDINGS).toHaveLength(343);
});

describe.each(plans)('the %s Parliament', (_, plan) => {
  const world = politicians(plan, SEED);

  test('has as many people as its plan, with numbers and slugs of their own', () => {
    expect(world.all).toHaveLength(plan.politicians.total);
    unique(world.all);
    unique(world.all.map(politicianId));
    unique(world.all.map((of) => knownPoliticians(world).slug(of)));
    const twins = world.all.length - new Set(world.all.map(fullName)).size;
    expect(twins).toBeGreaterThan(2);
  });

  test('seats one member a riding, and nearly all ridings', () => {
    for (const day of DAYS) {
      const sitting = world.sitting(day);
      unique(sitting.map((of) => mandateOn(of, day)?.riding.name));
      const seats = Math.min(plan.politicians.seats, 343);
      expect(sitting.length).toBeLessThanOrEqual(seats);
      expect(sitting.length).toBeGreaterThan(0.95 * seats - 5);
      expect(world.senate(day).length).toBeGreaterThan(0.6 * plan.politicians.senate_seats);
    }
  });

  test('has an election behind every mandate, and a caucus for every day of it', () => {
    for (const {mandates, caucuses, candidacies} of world.members) {
      for (const {from, to, parliament} of mandates) {
        expect(candidacies.filter(({day, elected}) => day === from && elected)).toHaveLength(1);
        const own = caucuses.filter((one) => one.parliament === parliament);
        expect(own[0]?.from).toBe(from);
        expect(own.at(-1)?.to).toBe(to);
      }
    }
  });

  test('numbers people at the Library as the House does, where it knows the number', () => {
    const numbered = world.all.filter((of) => numberOfHouse(of) > 0);
    expect(numbered.length).toBeGreaterThan(0.5 * world.members.length);
    for (const of of numbered) {
      expect(numberOfHouse(of)).toBe(of.house);
      expect(of.candidacies.at(-1)?.day).toBeGreaterThanOrEqual(dayOf('1997-01-01'));
      expect(of.mandates[0]?.from).toBeLessThan(dayOf('2025-04-28'));
    }
    const others = world.members.filter((of) => of.library !== null && numberOfHouse(of) === 0);
    expect(others.some(isLinked)).toBe(true);
    expect(others.every(isLinked)).toBe(false);
  });

  test('has bills of its members and senators, step by step within the session', () => {
    const all = bills(plan, SEED);
    unique(all.map(({session, code}) => `${session.id}/${code}`));
    for (const {session, steps, sponsor, code} of all) {
      const [first] = steps;
      const day = first?.day ?? 0;
      const inOffice = code.startsWith('S') ? sponsor.senate : mandateOn(sponsor, day);
      expect(inOffice && covers(inOffice, day), `${session.id}/${code}`).toBe(true);
      const days = steps.map((one) => one.day);
      expect(days).toEqual(days.toSorted((a, b) => a - b));
      expect(days.at(-1)).toBeLessThanOrEqual(session.to);
    }
    const ends = new Set(all.map(({end}) => end));
    expect([...ends].toSorted()).toEqual([
      'assent',
      'defeated',
      'dropped',
      'moves',
      'outside',
      'pro_forma',
      'unheard',
    ]);
  });

  test('fills its committees with members who sit', () => {
    for (const {seats, session, committee} of committees(plan, SEED)) {
      expect(seats[0]?.role, `${session.id} ${committee.acronym}`).toBe('Chair');
      unique(seats.map(({member}) => member));
      for (const {member, from} of seats)
        expect(mandateOn(member, from)?.parliament).toBe(session.parliament);
    }
  });

  test('has at most one registration of a registrant for a client at a time, but for those filed again', () => {
    const {chains, chain, versionsLike} = registry(plan, SEED);
    const ids: number[] = [];
    const pairs = new Map<string, number>();
    for (let index = 0; index < chains; index++) {
      const {registrant, client, versions} = chain(index);
      for (const {regId, effective} of versions) {
        ids.push(regId);
        expect(effective).toBeLessThan(REFERENCE_DAY);
      }
      const pair = `${registrant.number} ${fold(clientName(client))}`;
      const before = pairs.get(pair);
      if (before !== undefined) {
        expect(before).toBe(index - 1);
        expect(versionsLike(index).length).toBeGreaterThan(versions.length);
      }
      pairs.set(pair, index);
    }
    unique(ids);
    expect(ids).toHaveLength(plan.lobbying_registrations);
  });
});

test('members vote once in a division, as members of that day', () => {
  const all = divisions(small, SEED);
  unique(all.map(({session, number}) => `${session.id}/${number}`));
  let ties = 0;
  for (const division of all) {
    const cast = ballots(small, SEED, division);
    const members: Politician[] = cast.map(({member}) => member);
    unique(members);
    for (const {mandate} of cast) expect(covers(mandate, division.day)).toBe(true);
    const {yeas, nays} = totalsOf(cast);
    if (yeas === nays) ties++;
    expect(yeas + nays).toBeGreaterThan(0.8 * cast.length);
    if (division.bill) expect(division.bill.session).toBe(division.session);
  }
  expect(ties).toBeGreaterThan(0);
});
