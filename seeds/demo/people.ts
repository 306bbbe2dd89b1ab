/** Twelve people of the demo; the first three sign in with the printed password, the others by an emailed link. */
import type { Role } from '#contracts/kit/vocabulary.ts'

export interface DemoPerson {
  readonly key: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly language: 'en' | 'de'
  /** skills of a technician */
  readonly skills: readonly string[]
}

export const demoPeople: readonly DemoPerson[] = [
  { key: 'admin', name: 'Ada Lindqvist', roles: ['ADMIN'], language: 'en', skills: [] },
  { key: 'manager', name: 'Marta Kowalski', roles: ['MANAGER'], language: 'en', skills: [] },
  {
    key: 'technician',
    name: 'Tomas Berger',
    roles: ['TECHNICIAN'],
    language: 'en',
    skills: ['PLUMBING', 'FACILITY', 'LIFT'],
  },
  {
    key: 'jonas',
    name: 'Jonas Petersen',
    roles: ['MANAGER', 'TECHNICIAN'],
    language: 'de',
    skills: ['SECURITY'],
  },
  { key: 'amina', name: 'Amina Yusuf', roles: ['TECHNICIAN'], language: 'en', skills: ['CLEANING'] },
  { key: 'lucia', name: 'Lucía Romero', roles: ['TECHNICIAN'], language: 'en', skills: ['CLEANING'] },
  {
    key: 'piotr',
    name: 'Piotr Nowak',
    roles: ['TECHNICIAN'],
    language: 'de',
    skills: ['CLEANING', 'GROUNDS'],
  },
  { key: 'derya', name: 'Derya Aksoy', roles: ['TECHNICIAN'], language: 'de', skills: ['PLUMBING', 'HVAC'] },
  {
    key: 'henrik',
    name: 'Henrik Voss',
    roles: ['TECHNICIAN'],
    language: 'de',
    skills: ['ELECTRICAL', 'HVAC'],
  },
  { key: 'mei', name: 'Mei Tanaka', roles: ['TECHNICIAN'], language: 'en', skills: ['IT'] },
  {
    key: 'samuel',
    name: 'Samuel Okafor',
    roles: ['TECHNICIAN'],
    language: 'en',
    skills: ['CATERING', 'PEST_CONTROL'],
  },
  {
    key: 'clara',
    name: 'Clara Weiss',
    roles: ['TECHNICIAN'],
    language: 'de',
    skills: ['CLEANING', 'FACILITY'],
  },
]

export const signInKeys = ['admin', 'manager', 'technician'] as const
export const emailOf = (key: string): string => `${key}@demo.example`
