/** Realms: people of different kinds who are signed in side by side on one device, each with a session of its own. */
import type { Access } from '#contracts/kit/endpoint.ts'

export interface Realm {
  /** key in localStorage */
  readonly key: string
  /** name of the lock under which tabs refresh one at a time */
  readonly lock: string
  /** undefined: its tokens are not refreshed */
  readonly refresh: string | undefined
  /** endpoints that its token opens */
  readonly access: Access['kind']
  /** the session is of one tab, and ends with it */
  readonly inTab?: true
}

export const staff: Realm = {
  key: 'wellkept.session',
  lock: 'wellkept.refresh',
  refresh: '/api/auth/refresh',
  access: 'tenant',
}

/** Support that reads in the desk of an organisation for 15 minutes, beside a session of staff on the same device. */
export const support: Realm = {
  key: 'wellkept.support.session',
  lock: 'wellkept.support.refresh',
  refresh: undefined,
  access: 'tenant',
  inTab: true,
}

export const scouts: Realm = {
  key: 'wellkept.scout.session',
  lock: 'wellkept.scout.refresh',
  refresh: '/api/scout/auth/refresh',
  access: 'scout',
}

export const players: Realm = {
  key: 'wellkept.arena.session',
  lock: 'wellkept.arena.refresh',
  refresh: undefined,
  access: 'arena',
}

/** A screen that shows the arena, beside a player of the same device. */
export const walls: Realm = {
  key: 'wellkept.wall.session',
  lock: 'wellkept.wall.refresh',
  refresh: undefined,
  access: 'arena',
}

export const superAdmins: Realm = {
  key: 'wellkept.platform.session',
  lock: 'wellkept.platform.refresh',
  refresh: undefined,
  access: 'superAdmin',
}
