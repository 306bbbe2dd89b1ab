import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Overview } from '#contracts/dashboard.ts'
import type {
  AmenityPerformance,
  BuildingComparison,
  FeedbackFigures,
  IssueFigure,
  Trend,
} from '#contracts/figures.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { insertFeedback } from './testing/insert-feedback.ts'
import { random } from './testing/random.ts'

const server = await startTestServer()
const dayMs = 86_400_000

/** A year of fifty amenities with ratings, issues and tasks. */
const year = async (names: (index: number) => string = (index) => `Washroom ${index}`) => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const place = await createPlace(server, tenant, { name: names(0) })
  const next = random(7)
  const now = server.clock.now().getTime()
  const amenities = [place.amenityId]
  await tenant.inside(async (ctx) => {
    for (let index = 1; index < 50; index++) amenities.push(newId(now))
    await ctx.run(
      `insert into amenity (tenant_id, id, building_id, name, type, created_at)
       select $1, r.id, $2, r.name, 'WASHROOM', $5 from unnest($3::uuid[], $4::text[]) as r (id, name) returning 1`,
      [
        ctx.tenantId,
        place.buildingId,
        amenities.slice(1),
        amenities.slice(1).map((_, index) => names(index + 1)),
        new Date(now),
      ],
    )
    await ctx.run(
      `insert into task (tenant_id, id, number, title, status, source, building_id, amenity_id, due_at, created_at, updated_at)
       select $1, gen_random_uuid(), n, 'Task ' || n, (array['OPEN', 'IN_PROGRESS'])[1 + n % 2], 'MANUAL', $2, $3,
              $4::timestamptz - interval '1 hour', $4::timestamptz - n * interval '1 day', $4 from generate_series(1, 40) n returning 1`,
      [ctx.tenantId, place.buildingId, place.amenityId, new Date(now)],
    )
  })
  for (const [index, amenityId] of amenities.entries())
    await insertFeedback(
      tenant,
      { amenityId, buildingId: place.buildingId },
      Array.from({ length: index === 3 ? 2 : 60 }, () => ({
        at: new Date(now - Math.floor(next() * 380) * dayMs),
        rating: next() < 0.1 ? null : 1 + Math.floor(next() * 5),
        codes: next() < 0.5 ? ['NO_PAPER', ...(next() < 0.3 ? ['LEAK'] : [])] : [],
      })),
    )
  // On the building's clock, whose day may start before that of UTC.
  const dayOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
  const [from, to] = [dayOf(now - 364 * dayMs), dayOf(now)]
  return { tenant, place, period: `from=${from}&to=${to}` }
}

const report = async (tenant: TestTenant, query: string): Promise<Uint8Array> => {
  const reply = await server.call('GET', `/api/dashboard/report?${query}`, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers.get('content-type'), 'application/pdf')
  return reply.bytes
}

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text.replace(/[\s\u00A0\u202F]+/g, ' ')
  } finally {
    library.destroy()
  }
}

const figures = async <T>(tenant: TestTenant, path: string): Promise<T> => {
  const reply = await server.call<T>('GET', `/api/dashboard/${path}`, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

const formats = (locale: string) => {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const of = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options)
    return (value: number | null): string => (value === null ? '–' : format.format(value))
  }
  return {
    number: of({}),
    average: of(one),
    points: of({ ...one, signDisplay: 'exceptZero' }),
    percent: (value: number | null): string => {
      const nearly = value !== null && value !== 0 && value !== 1 && Math.abs(value - 0.5) > 0.49
      const digits = nearly ? 1 : 0
      const form = of({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })
      return form(nearly ? Math.min(0.999, Math.max(0.001, value)) : value)
    },
    change: of({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    month: (at: string) =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'Europe/Berlin' }).format(
        Date.parse(at),
      ),
  }
}

for (const language of ['en', 'de'] as const)
  test(`Every number of a report equals the API’s, in the format of ${language}, within 3 s and 1 MB`, async () => {
    const { tenant, period } = await year()
    await report(tenant, `${period}&language=${language}`)
    const start = performance.now()
    const pdf = await report(tenant, `${period}&language=${language}`)
    const ms = performance.now() - start
    console.log(`${language}: ${Math.round(ms)} ms, ${Math.round(pdf.length / 1024)} KB`)
    assert.ok(pdf.length < 1024 * 1024, `${pdf.length} bytes`)
    const text = await textOf(pdf)
    const f = formats(language)
    let compared = 0
    const holds = (...cells: string[]): void => {
      compared += cells.length
      const row = cells.join(' ').replace(/[\s\u00A0\u202F]+/g, ' ')
      assert.ok(text.includes(row), `${row} in ${text}`)
    }
    const [feedback, overview, trends, issues, amenities, buildings] = await Promise.all([
      figures<FeedbackFigures>(tenant, `feedback?${period}`),
      figures<Overview>(tenant, `overview?${period}`),
      figures<Trend[]>(tenant, `feedback/trends?${period}&by=month`),
      figures<IssueFigure[]>(tenant, `feedback/issues?${period}`),
      figures<AmenityPerformance[]>(tenant, `amenities/performance?${period}&pageSize=100`),
      figures<BuildingComparison[]>(tenant, `buildings/comparison?${period}&sort=name`),
    ])
    const en = language === 'en'
    holds(en ? 'Submissions' : 'Meldungen', f.number(feedback.count), f.change(feedback.change))
    holds(en ? 'Average' : 'Durchschnitt', f.average(feedback.average), f.points(feedback.averageChange))
    const { open, inProgress, overdue, created, createdChange, done } = overview.tasks
    holds(en ? 'Open now' : 'Jetzt offen', f.number(open))
    holds(en ? 'In progress now' : 'Jetzt in Arbeit', f.number(inProgress))
    holds(en ? 'Overdue now' : 'Jetzt überfällig', f.number(overdue))
    holds(en ? 'Created in the period' : 'Im Zeitraum angelegt', f.number(created), f.change(createdChange))
    holds(en ? 'Done in the period' : 'Im Zeitraum erledigt', f.number(done))
    for (const { at, count, rated, average } of trends[0]?.points ?? [])
      holds(f.month(at), f.number(count), f.number(rated), f.average(average))
    for (const [rating, count] of Object.entries(feedback.distribution)) {
      assert.match(
        text,
        new RegExp(`${rating} · [^\\d]+ ${count} ${f.percent(count / feedback.rated).replace(/\s/g, ' ')}`),
      )
      compared += 2
    }
    for (const { name, count, share, low, high, change } of issues)
      holds(
        ...(en ? [name] : []),
        f.number(count),
        f.percent(share),
        `${f.percent(low)} – ${f.percent(high)}`,
        f.change(change),
      )
    for (const { name, building, rank, score, low, high, rated, average, openTasks } of amenities)
      holds(
        name,
        building.name,
        f.number(rank),
        f.average(score),
        `${f.average(low)} – ${f.average(high)}`,
        f.number(rated),
        f.average(average),
        f.number(openTasks),
      )
    for (const { name, slaMet, slaMissed, slaShare, slaLow, slaHigh } of buildings)
      holds(
        name,
        f.number(slaMet),
        f.number(slaMissed),
        f.percent(slaShare),
        `${f.percent(slaLow)} – ${f.percent(slaHigh)}`,
      )
    console.log(`${language}: ${compared} cells compared`)
    assert.ok(compared > 450)
  })

test('A report that cannot list all amenities lists those with the lowest scores, and says so', async () => {
  const { tenant, place, period } = await year()
  const worst = newId(server.clock.now().getTime())
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into amenity (tenant_id, id, building_id, name, type, created_at)
       select $1, case when n = 0 then $3::uuid else gen_random_uuid() end, $2,
              case when n = 0 then 'The worst of all' else 'Kitchen ' || n end, 'KITCHEN', $4
       from generate_series(0, 60) n returning 1`,
      [ctx.tenantId, place.buildingId, worst, server.clock.now()],
    ),
  )
  const at = server.clock.now()
  const ratings = Array.from({ length: 40 }, () => ({ at, rating: 1 }))
  await insertFeedback(tenant, { amenityId: worst, buildingId: place.buildingId }, ratings)
  const text = await textOf(await report(tenant, `${period}&contents=AMENITIES&language=en`))
  assert.match(text, /The lowest first\./)
  assert.match(text, /The first 100 of 111; the CSV export contains all\./)
  // Once in the chart and once as the first row of the table.
  assert.equal(text.split('The worst of all').length - 1, 2)
  assert.match(text, /Open tasks The worst of all/)
})

test('A report is tagged: language, title, headings, tables with headers, and a text for every chart', async () => {
  const { tenant, period } = await year()
  const pdf = Buffer.from(await report(tenant, `${period}&language=de`)).toString('latin1')
  assert.match(pdf, /\/Lang \(de\)/)
  assert.match(pdf, /\/MarkInfo \d/)
  assert.match(pdf, /\/Marked true/)
  assert.match(pdf, /\/DisplayDocTitle true/)
  const count = (tag: string): number => [...pdf.matchAll(new RegExp(`/S /${tag}\\b`, 'g'))].length
  assert.equal(count('H1'), 1)
  assert.equal(count('H2'), 6)
  assert.equal(count('Figure'), 3)
  assert.equal([...pdf.matchAll(/\/Alt /g)].length, 3)
  assert.ok(count('TR') > 60 && count('TH') > 60)
  assert.match(pdf, /\/Scope \/Row/)
})

test('100 % and 0 % are used only if exact: a share close to them has a decimal', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const place = await createPlace(server, tenant)
  const at = server.clock.now()
  await insertFeedback(tenant, place, [
    ...Array.from({ length: 300 }, () => ({ at, rating: 5, codes: ['NO_PAPER'] })),
    { at, rating: 5, codes: ['LEAK'] },
  ])
  const text = await textOf(await report(tenant, 'contents=ISSUES,FEEDBACK&language=en'))
  // 300 of 301 is 99.67 %, and 1 of 301 is 0.33 %.
  assert.match(text, /No paper 300 99\.7%/)
  assert.match(text, /Water is leaking 1 0\.3%/)
  assert.match(text, /5 · Very good 301 100%/)
  assert.match(text, /1 · Very poor 0 0%/)
})

test('A report has the requested blocks, and a report without data says so', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const text = await textOf(await report(tenant, 'contents=FEEDBACK,SLA&language=en'))
  assert.match(text, /Feedback No data for this period\. SLA No data for this period\./)
  assert.doesNotMatch(text, /Overview/)
  const refused = await server.call('GET', '/api/dashboard/report?contents=SCOUT', {
    token: tenant.manager.token,
  })
  assert.equal(refused.json.code, 'VALIDATION_ERROR')
  const pro = await createTenant(server, { plan: 'PRO' })
  const gated = await server.call('GET', '/api/dashboard/report', { token: pro.manager.token })
  assert.equal(gated.json.code, 'FORBIDDEN')
})

test('A day note is on the trend of a report, with its number at the line and its text below', async () => {
  const { tenant, period } = await year()
  const day = new URLSearchParams(period).get('to') ?? ''
  const kept = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { dayNotes: [{ date: day, text: 'New contractor', buildingId: null }] },
  })
  assert.equal(kept.status, 200, kept.text)
  const text = await textOf(await report(tenant, `${period}&contents=FEEDBACK&language=en`))
  assert.match(text, /1\. \d+ \w+ \d{4}: New contractor/)
})

test('Hostile, long and foreign names neither break a report nor become active content in it', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    ') Tj ET Q (',
    'x'.repeat(120),
    'Туалет',
    'Αίθουσα Ωμέγα',
    '龘靐齉',
    'مرحاض',
    'a (b) \\c',
  ]
  const { tenant, period } = await year((index) => hostile[index] ?? `Room ${index}`)
  const { json } = await server.call<{ id: string; name: string }[]>('GET', '/api/admin/amenities?q=龘靐齉', {
    token: tenant.admin.token,
  })
  const [washroom] = json.data
  assert.equal(washroom?.name, '龘靐齉')
  const pdf = await report(tenant, `${period}&contents=AMENITIES`)
  const text = await textOf(pdf)
  assert.ok(text.includes('<script>alert(1)</script>'))
  assert.ok(text.includes(') Tj ET Q ('))
  assert.ok(text.includes('Room 49'))
  // Names without letters in the fonts are replaced by the end of their id.
  assert.ok(text.includes(`…${washroom.id.slice(-12)}`))
  assert.ok(text.includes('Туалет'))
  assert.ok(text.includes('Αίθουσα Ωμέγα'))
  assert.doesNotMatch(Buffer.from(pdf).toString('latin1'), /\/(JavaScript|JS|Launch|OpenAction|URI)\b/)
})
