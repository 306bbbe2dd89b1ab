import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant, readerLocale, relative, shortSpan, span } from '#i18n/times.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const minute = 60_000

describe('Times', () => {
  it('are relative within a day, else undefined', () => {
    assert.equal(relative(now - 5 * minute, now, 'en'), '5 minutes ago')
    assert.equal(relative(now + 120 * minute, now, 'pl'), 'za 2 godziny')
    assert.equal(relative(now - 10, now, 'de'), 'jetzt')
    assert.equal(relative(now - 24 * 60 * minute, now, 'en'), undefined)
  })

  it('are spans of at least a minute', () => {
    assert.equal(span(10, 'en'), '1 minute')
    assert.equal(span(-3 * 60 * minute, 'de'), '3 Stunden')
    assert.equal(span(49 * 60 * minute, 'en'), '2 days')
  })

  it('are exact in short form: hours and minutes, from two days on days and hours', () => {
    assert.equal(shortSpan(130 * minute, 'en'), '2 hr 10 min')
    assert.equal(shortSpan(-45 * minute, 'de'), '45 Min.')
    assert.equal(shortSpan(10, 'en'), '1 min')
    assert.equal(shortSpan(51 * 60 * minute, 'en'), '2 days 3 hr')
    assert.equal(shortSpan(48 * 60 * minute, 'en'), '2 days')
    assert.equal(shortSpan(48 * 60 * minute, 'en', false), '48 hr')
  })

  it('are in the requested zone, and in UTC if it is unknown', () => {
    assert.equal(instant(now, 'time', 'en-GB', 'Asia/Tokyo'), '18:00')
    assert.equal(instant(now, 'time', 'en-GB', 'Mars/Olympus'), '09:00')
    assert.equal(instant(now, 'short', 'de', 'Europe/Berlin'), '20. Nov., 10:00')
  })

  it('are formatted for the region of the browser, always with the digits 0 to 9', () => {
    assert.match(instant(now, 'time', readerLocale('en', ['de-DE', 'en-US']), 'UTC'), /^9:00\sAM$/)
    assert.equal(instant(now, 'time', readerLocale('en', ['de-DE']), 'UTC'), '09:00')
    assert.equal(readerLocale('en', ['en-US@posix']), readerLocale('en', []))
    assert.match(instant(now, 'full', readerLocale('ar', ['ar-EG']), 'UTC'), /2026/)
  })
})
