import { describe } from 'node:test'
import { arena } from '#pwa/phone-apps.ts'
import { checkPhoneApp } from '../../../packages/pwa/test/built-app.ts'
import { buildArena } from '../build.ts'

describe('The built arena app', () => {
  const { home, assets } = arena
  checkPhoneApp({ build: buildArena, page: 'arena', home, assets, most: 34_000 })
})
