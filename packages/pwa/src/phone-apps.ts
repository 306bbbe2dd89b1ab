/** The apps for phones. What is installed has these addresses, so they never change. */
import { staff, walls } from '#client/realms.ts'
import type { PhoneApp } from './phone-app.ts'

export const technician: PhoneApp = { realm: staff, home: '/app/work', assets: '/app/field-assets/' }

/** Not of persons: a screen that is paired. */
export const arenaWall: PhoneApp = { realm: walls, home: '/arena/wall', assets: '/arena/wall/' }
