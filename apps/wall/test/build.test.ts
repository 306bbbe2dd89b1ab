import { describe } from 'node:test'
import { arenaWall } from '#pwa/phone-apps.ts'
import { checkPhoneApp } from '../../../packages/pwa/test/built-app.ts'
import { buildWall } from '../build.ts'

describe('The built wall', () => {
  checkPhoneApp({ ...arenaWall, build: buildWall, page: 'wall', most: 19_100 })
})
