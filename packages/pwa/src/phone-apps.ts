/** The apps for phones. What is installed has these addresses, so they never change. */
import { players, scouts, staff, walls } from '#client/realms.ts'
import type { PhoneApp } from './phone-app.ts'

export const technician: PhoneApp = { realm: staff, home: '/app/work', assets: '/app/field-assets/' }
export const scout: PhoneApp = { realm: scouts, home: '/scout', assets: '/scout/' }
export const arena: PhoneApp = { realm: players, home: '/arena', assets: '/arena/' }

/** Not of persons: a screen that is paired. */
export const arenaWall: PhoneApp = { realm: walls, home: '/arena/wall', assets: '/arena/wall/' }
