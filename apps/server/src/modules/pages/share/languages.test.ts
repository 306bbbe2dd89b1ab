import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { type Reply, startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const link = async (tenant: TestTenant, body: object): Promise<NewShareLink> => {
  const reply = await server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'DASHBOARD', name: 'For the landlord', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const get = (path: string, headers: Record<string, string>): Promise<Reply> =>
  server.call('GET', path, { headers })

const rate = async (tenant: TestTenant): Promise<void> => {
  const { qrCode } = await createPlace(server, tenant)
  const reply = await server.call('POST', '/api/feedback', {
    body: { qrCode, rating: 2, issues: ['NO_SOAP'] },
  })
  assert.equal(reply.status, 201, reply.text)
}

test('All shared pages are in the visitors’ twelve languages, Arabic from right to left', async () => {
  const tenant = await createTenant(server)
  await rate(tenant)
  const speaks = { pl: 'ltr', ar: 'rtl' } as const
  const said = {
    STATUS_BOARD: { pl: 'Wszystko jest w porządku.', ar: 'كل شيء على ما يرام.' },
    SCREEN: { pl: 'Co teraz działa', ar: 'ما يعمل الآن' },
    DASHBOARD: { pl: 'Pokaż okres', ar: 'عرض الفترة' },
    REPORT: { pl: 'Pobierz', ar: 'تنزيل' },
    EMBED: { pl: 'Średnia ocena', ar: 'متوسط التقييم' },
    locked: { pl: 'Ta strona ma hasło', ar: 'لهذه الصفحة كلمة مرور' },
    ended: { pl: 'Ten link już nie działa', ar: 'لم يعد هذا الرابط يعمل' },
    pair: { pl: 'Połącz ten ekran', ar: 'ربط هذه الشاشة' },
  } as const
  const address = async (shown: keyof typeof said): Promise<string> => {
    if (shown === 'pair') return '/s/pair'
    if (shown === 'ended') return `/s/${'x'.repeat(43)}`
    const body = shown === 'locked' ? { password: 'a-lamp-under-the-stairs' } : { kind: shown }
    return `/s/${(await link(tenant, body)).token}`
  }
  for (const shown of Object.keys(said) as (keyof typeof said)[]) {
    const at = await address(shown)
    for (const language of ['pl', 'ar'] as const)
      for (const reply of [
        await get(at, { 'accept-language': `${language},en;q=0.8` }),
        await get(`${at}?lang=${language}`, { 'accept-language': 'de' }),
      ]) {
        assert.equal(reply.headers.get('content-language'), language, shown)
        assert.ok(reply.text.includes(`<html lang="${language}" dir="${speaks[language]}"`), shown)
        assert.ok(reply.text.includes(said[shown][language]), `${shown} in ${language}`)
      }
  }
})

test('Issues of a shared dashboard are named in the reader’s language', async () => {
  const tenant = await createTenant(server)
  await rate(tenant)
  const { token } = await link(tenant, {})
  for (const [language, name] of [
    ['de-AT', 'Keine Seife'],
    ['pl', 'Brak mydła'],
  ] as const)
    assert.ok(
      (await get(`/s/${token}`, { 'accept-language': language })).text.includes(`>${name}<`),
      language,
    )
})

test('Files are in English or German, and a page in another language names theirs', async () => {
  const tenant = await createTenant(server)
  await rate(tenant)
  const { token } = await link(tenant, { kind: 'REPORT' })
  for (const [accepted, fileLanguage, named] of [
    ['pl,de;q=0.9', 'de', 'Deutsch'],
    ['pl', 'en', 'English'],
    ['de', 'de', undefined],
  ] as const) {
    const { text } = await get(`/s/${token}`, { 'accept-language': accepted })
    const [, path = ''] = /href="([^"]*report\.csv[^"]*)"/.exec(text) ?? []
    assert.equal(/<p class="downloads">.*<small lang="(\w+)"/.exec(text)?.[1], named && fileLanguage)
    const csv = await get(path.replaceAll('&amp;', '&'), { 'accept-language': accepted })
    assert.equal(csv.status, 200)
    assert.equal(csv.text.includes('Meldungen'), fileLanguage === 'de')
  }
})
