import assert from 'node:assert/strict'
import { it } from 'node:test'
import { voiceFor } from '#field-kit/spoken.ts'

it('Reading aloud is offered only where the phone has a voice of the language', () => {
  const voices = [{ lang: 'en-GB' }, { lang: 'pt_BR' }, { lang: 'de' }]
  assert.equal(voiceFor(voices, 'pt')?.lang, 'pt_BR')
  assert.equal(voiceFor(voices, 'de')?.lang, 'de')
  assert.equal(voiceFor(voices, 'ar'), undefined)
  assert.equal(voiceFor([], 'en'), undefined)
})
