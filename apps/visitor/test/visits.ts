/** The visitor page in a browser, with a fake service that stores submissions. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type Answer, launch, type Received, serve } from './browser.ts'
import { fixtures } from './fixtures.ts'
import { builtRenderer } from './renderer.ts'

export const code = '4F7K2M9QRTX3B8WHDJ5N'
export const token = 'wkt_7Qm3VbXr2LzKpT9sYcNd4HfG'
export const path = `/q/${code}`

export const json = (status: number, data: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ success: status < 400, data }),
})

/** Behaviour of the fake service, set by each test. */
interface Behaviour {
  /** stored submissions by id */
  readonly stored: Map<string, Record<string, unknown>>
  /** response of the feedback endpoint instead of storing; null breaks the connection */
  trouble?: (() => Answer | null | undefined) | undefined
  /** response to a photo upload instead of accepting it; null breaks the connection */
  uploads?: (() => Answer | null | undefined) | undefined
  /** delays the upload of the bytes */
  bytes?: () => Promise<void>
}

export const openVisits = async () => {
  const { renderer, directory } = await builtRenderer()
  const worker = readFileSync(join(directory, 'sw.js'), 'utf8')
  const browser = await launch()
  let behaviour: Behaviour = { stored: new Map() }

  const page = (body: string): Answer => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': renderer.contentSecurityPolicy(),
    },
    body,
  })

  const rate = (language: 'en' | 'de'): Answer =>
    page(renderer.renderRatePage({ ...fixtures({ language }).rate, now: new Date().toISOString() }))

  /** @param open the task is not done, and there is no email subscription */
  const track = (open: boolean): Answer => {
    const { track: model } = fixtures()
    const tracking = { ...model.tracking, state: 'RECEIVED' as const, canConfirm: false }
    return page(renderer.renderTrackPage(open ? { ...model, tracking } : model))
  }

  const answer = async (request: Received): Promise<Answer | null> => {
    const { stored, trouble, uploads, bytes } = behaviour
    if (request.url.startsWith('/t/')) return track(request.url.includes('open'))
    if (request.url.startsWith('/q?any')) return page(renderer.renderAnyPage(fixtures().any))
    if (request.url.startsWith('/t?')) return page(renderer.renderMinePage(fixtures().mine))
    if (request.url.startsWith('/q/')) return rate(request.url.includes('lang=de') ? 'de' : 'en')
    if (request.url === '/sw-visitor.js') {
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body: worker }
    }
    if (request.url === '/api/feedback/upload-url') {
      const hindered = uploads?.()
      if (hindered !== undefined) return hindered
      return json(201, { key: 'photo-1', url: '/upload/1', method: 'PUT', headers: { 'x-bound': 'yes' } })
    }
    if (request.url === '/upload/1') {
      await bytes?.()
      return json(200, {})
    }
    if (request.url === '/api/feedback') {
      const said = trouble?.()
      if (said !== undefined) return said
      const body = JSON.parse(request.body)
      if (!stored.has(body.submissionId)) stored.set(body.submissionId, body)
      return json(201, {
        id: '0192f0c4-7a10-7000-8000-0000a3f09c1b',
        trackingToken: token,
        trackingUrl: `/t/${token}`,
        createdAt: '',
      })
    }
    if (request.url.startsWith('/api/feedback/track/')) return json(200, {})
    return { status: 404, body: '' }
  }

  const service = await serve(answer)

  return {
    service,
    /** Resets the service. */
    start: (): Behaviour => {
      behaviour = { stored: new Map() }
      service.received.length = 0
      return behaviour
    },
    /** Opens a page as a new visitor; `faults` collects console errors. */
    visit: async (
      options: { javaScriptEnabled?: boolean; before?: (context: BrowserContext) => Promise<void> } = {},
    ) => {
      const { before, ...more } = options
      const context = await browser.newContext({ viewport: { width: 360, height: 640 }, ...more })
      context.setDefaultTimeout(8000)
      await before?.(context)
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (said) => said.text().includes('Content Security') && faults.push(said.text()))
      await page.goto(service.origin + path)
      return { context, page, faults }
    },
    /** Additions to the report, in order. */
    additions: (): Record<string, unknown>[] =>
      service.received
        .filter(({ url }) => url === `/api/feedback/track/${token}`)
        .map(({ body }) => JSON.parse(body)),
    close: async () => {
      await browser.close()
      service.close()
    },
  }
}

export type Visits = Awaited<ReturnType<typeof openVisits>>

export const until = async (holds: () => boolean | Promise<boolean>, what: string) => {
  const end = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const choose = (page: Page, word: string) =>
  page.locator('.face', { hasText: new RegExp(`, ${word}$`) }).click()

export const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).click()
