import { describe } from 'node:test'
import { checkBuiltPage } from '../../../packages/pwa/test/built-app.ts'
import { assetBase, buildSignIn } from '../build.ts'

describe('The built sign-in page', () => {
  checkBuiltPage({ build: buildSignIn, page: 'sign-in', assets: assetBase, most: 25_200 })
})
