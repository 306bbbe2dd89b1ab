/** The apps for phones. What is installed has these addresses, so they never change. */
import { players, scouts, staff } from '#client/realms.ts'
import type { PhoneApp } from './phone-app.ts'

export const technician: PhoneApp = { realm: staff, home: '/app/work', assets: '/app/field-assets/' }
export const scout: PhoneApp = { realm: scouts, home: '/scout', assets: '/scout/' }
export const arena: PhoneApp = { realm: players, home: '/arena', assets: '/arena/' }
