import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from './fixtures.ts'
import { builtRenderer } from './renderer.ts'

test('Pages have the logo at the top, named as the organisation, and its name where there is no logo', async () => {
  const { renderer } = await builtRenderer()
  const model = fixtures().track
  const header = (branding: typeof model.branding): string =>
    /<header>(.*?)<\/header>/s.exec(renderer.renderTrackPage({ ...model, branding }))?.[1] ?? ''
  const { branding } = model
  assert.ok(branding)
  const withLogo = header({ ...branding, logoUrl: 'https://example.org/files/KEY' })
  assert.match(withLogo, /<img src="https:\/\/example\.org\/files\/KEY" alt="Harbour House"/)
  assert.doesNotMatch(withLogo, /<bdi>Harbour House/)
  assert.match(header(branding), /<bdi>Harbour House/)
})
