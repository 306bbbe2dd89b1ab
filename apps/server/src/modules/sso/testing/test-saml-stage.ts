/** For tests: tenants of one SAML provider, and a browser that signs in by it. */
import assert from 'node:assert/strict'
import type { TestServer } from '../../../../test/server.ts'
import {
  assertionOf,
  readRequest,
  responseOf,
  type SamlProvider,
  type Statement,
} from './test-saml-provider.ts'
import { type Browser, createSsoTenant, openBrowser, type SsoTenant, type Visit } from './test-sso.ts'

export interface Departed {
  readonly browser: Browser
  readonly say: Statement
  readonly left: Visit
}

export const openSamlStage = (server: TestServer, provider: SamlProvider) => ({
  ready: async (more: Record<string, unknown> = {}): Promise<SsoTenant> => {
    const tenant = await createSsoTenant(server)
    await tenant.set({
      enabled: true,
      protocol: 'SAML',
      saml: { metadata: provider.metadata },
      domains: [tenant.domain],
      justInTime: true,
      defaultRoles: ['TECHNICIAN'],
      ...more,
    })
    return tenant
  },
  leave: async (tenant: SsoTenant, start = `/sso/${tenant.slug}/login`): Promise<Departed> => {
    const browser = openBrowser(server)
    const left = await browser.open(start)
    assert.equal(left.status, 303, left.text)
    const { certificate } = (await tenant.read()).service.saml
    const request = readRequest(left.location ?? '', certificate ?? '')
    const say = {
      acs: request.acs,
      audience: request.issuer,
      requestId: request.id,
      nameId: 'subject-1',
      email: `ana@${tenant.domain}`,
      now: server.clock.now(),
    }
    return { browser, say, left }
  },
  bring: (browser: Browser, tenant: SsoTenant, xml: string): Promise<Visit> =>
    browser.open(`/sso/${tenant.slug}/acs`, { form: { SAMLResponse: Buffer.from(xml).toString('base64') } }),
  good: (say: Statement, of: 'Response' | 'Assertion' = 'Assertion'): string =>
    provider.sign(responseOf(say, assertionOf(say)), { of }),
  /** number of one-time tokens issued */
  links: (tenant: SsoTenant): Promise<number> =>
    tenant.inside(async (ctx) => {
      const [row] = await ctx.run<{ n: number }>(
        "select count(*) as n from mail_link where tenant_id = $1 and kind = 'SSO'",
        [ctx.tenantId],
      )
      return row?.n ?? 0
    }),
})
