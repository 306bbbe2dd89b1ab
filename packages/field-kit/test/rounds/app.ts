/** A small app of scouts, so that the parts are tested with another realm than that of the technician. */
import { scouts } from '#client/realms.ts'
import type { PhoneApp } from '#pwa/phone-app.ts'

export const rounds: PhoneApp = { realm: scouts, home: '/rounds', assets: '/rounds/' }
