/** Formats numbers and times for pages. */
import {html} from 'hono/html';
import type {Language} from './language.ts';
import type {Html} from './layout.ts';

const FORMATS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en-CA'),
  fr: new Intl.NumberFormat('fr-CA'),
};

export const formatNumber = (value: number, language: Language): string => FORMATS[language].format(value);

/** To the minute, in a form common to both languages: `2026-11-22 09:30`. `at` is ISO 8601 in UTC. */
export const formatTime = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`;
