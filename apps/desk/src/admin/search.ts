import { day, flag, ids, pageNumber, some, sortOf, text } from '../lib/search.ts'

export interface BuildingsSearch {
  readonly q?: string | undefined
  readonly archived?: true | undefined
  readonly sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | undefined
  readonly page?: number | undefined
}
export const readBuildings = (search: Record<string, unknown>): BuildingsSearch => ({
  q: text(search.q),
  archived: flag(search.archived),
  sort: sortOf(search.sort, ['name', 'createdAt']),
  page: pageNumber(search.page),
})

export interface TypesSearch {
  readonly q?: string | undefined
  readonly page?: number | undefined
}
export const readTypes = (search: Record<string, unknown>): TypesSearch => ({
  q: text(search.q),
  page: pageNumber(search.page),
})

export interface RulesSearch {
  readonly page?: number | undefined
}
export const readRules = (search: Record<string, unknown>): RulesSearch => ({ page: pageNumber(search.page) })

export const memberSorts = ['name', 'email', 'createdAt', 'lastSignInAt'] as const
type MemberSort = (typeof memberSorts)[number]

export interface TeamSearch {
  readonly q?: string | undefined
  readonly role?: ('TECHNICIAN' | 'MANAGER' | 'ADMIN')[] | undefined
  readonly state?: ('INVITED' | 'ACTIVE' | 'DISABLED')[] | undefined
  readonly building?: string[] | undefined
  readonly sort?: MemberSort | `-${MemberSort}` | undefined
  readonly page?: number | undefined
}
export const readTeam = (search: Record<string, unknown>): TeamSearch => ({
  q: text(search.q),
  role: some(search.role, ['TECHNICIAN', 'MANAGER', 'ADMIN']),
  state: some(search.state, ['INVITED', 'ACTIVE', 'DISABLED']),
  building: ids(search.building),
  sort: sortOf(search.sort, memberSorts),
  page: pageNumber(search.page),
})

export const keySorts = ['createdAt', 'name', 'lastUsedAt'] as const
type KeySort = (typeof keySorts)[number]

export interface KeysSearch {
  readonly sort?: KeySort | `-${KeySort}` | undefined
  readonly page?: number | undefined
}
export const readKeys = (search: Record<string, unknown>): KeysSearch => ({
  sort: sortOf(search.sort, keySorts),
  page: pageNumber(search.page),
})

export interface AuditSearch {
  /** id of a person or a key */
  readonly actor?: string | undefined
  /** a code such as tasks.createTask, or all of a module: tasks.* */
  readonly action?: string | undefined
  /** id or code of what was changed */
  readonly target?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly page?: number | undefined
}
export const readAudit = (search: Record<string, unknown>): AuditSearch => ({
  actor: ids(search.actor)?.[0],
  action: /^[a-zA-Z]+\.([a-zA-Z]+|\*)$/.exec(String(search.action))?.[0],
  target: text(search.target),
  from: day(search.from),
  to: day(search.to),
  page: pageNumber(search.page),
})
