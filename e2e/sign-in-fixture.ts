/** Shared by the sign-in tests: the service with its real limits, emails as files, and a provider. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type Fixture, openFixture } from './fixture.ts'
import { type FixtureProvider, startFixtureProvider } from './provider.ts'

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: string[]
}

export const close = async ({ context, faults }: Visit): Promise<void> => {
  assert.deepEqual(faults, [])
  await context.close()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const isIn = (page: Page, where: RegExp): Promise<void> =>
  page.waitForURL((url) => where.test(url.pathname))
export const desk = /^\/app\/?$/
export const work = /^\/app\/work/

export const fillIn = async (page: Page, email: string, secret: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Sign in with password').click()
}

export interface SignInFixture extends Omit<Fixture, 'open'> {
  readonly provider: FixtureProvider
  open(kind?: 'phone' | 'desk'): Promise<Visit>
  /** newest email to an address, from the folder */
  mailTo(email: string): Promise<{ subject: string; text: string }>
  /** link with a token in that email */
  linkTo(email: string): Promise<string>
  /** @returns the link of the invitation */
  invite(email: string): Promise<string>
  /** the person signed in in this browser, according to the service */
  me(page: Page): Promise<{ email: string; name: string }>
}

export const openSignInFixture = async (): Promise<SignInFixture> => {
  const provider = await startFixtureProvider()
  const fixture = await openFixture({
    limits: 'spec',
    mailFolder: true,
    env: { ...provider.env, PASSWORD_MIN_LENGTH: '10' },
  })
  const { server, people } = fixture
  const mailTo = async (email: string): Promise<{ subject: string; text: string }> => {
    await server.drain()
    const folder = path.join(server.dataDir, 'mail')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
    const mails = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8'))),
    )
    const mail = mails.filter(({ to }) => to === email).at(-1)
    assert.ok(mail, `there is a mail to ${email}`)
    return mail
  }
  const linkTo = async (email: string): Promise<string> => {
    const link = /https?:\S+#token=[\w.~-]+/.exec((await mailTo(email)).text)?.[0]
    assert.ok(link, 'the mail has a link')
    return link
  }

  const invite = async (email: string): Promise<string> => {
    const made = await server.call('POST', '/api/admin/users', {
      token: people.admin.token,
      body: { email, name: 'To be said', roles: ['TECHNICIAN'] },
    })
    assert.equal(made.status, 201, made.text)
    return linkTo(email)
  }

  const me = async (page: Page): Promise<{ email: string; name: string }> => {
    const kept = await page.evaluate(() => localStorage.getItem('wellkept.session'))
    const { accessToken } = JSON.parse(kept ?? '{}') as { accessToken: string }
    const reply = await server.call<{ user: { email: string; name: string } }>('GET', '/api/auth/me', {
      token: accessToken,
    })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.user
  }

  return {
    ...fixture,
    provider,
    open: (kind = 'phone') => fixture.open(kind, { hosts: provider.hosts }),
    mailTo,
    linkTo,
    invite,
    me,
  }
}
