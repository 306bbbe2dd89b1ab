/** A tenant in its set-up, over the API. */
import assert from 'node:assert/strict'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type {
  WizardData,
  WizardPreview,
  WizardResult,
  WizardState,
  WizardStepName,
} from '#contracts/wizard.ts'
import type { Reply, TestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

export interface Stage {
  readonly tenant: TestTenant
  state(): Promise<WizardState>
  /** the current step of that name */
  step(name: WizardStepName): Promise<WizardState['steps'][number]>
  put(body: unknown, headers?: Record<string, string>): Promise<Reply<WizardState>>
  /** saves a step; asserts success */
  save(step: WizardStepName, data: WizardData): Promise<WizardState>
  preview(): Promise<WizardPreview>
  apply(body?: unknown): Promise<Reply<WizardResult>>
  /** number of rows in a table */
  count(table: string): Promise<number>
}

export const openStage = async (server: TestServer, plan: Plan = 'ENTERPRISE'): Promise<Stage> => {
  const tenant = await createTenant(server, { plan })
  const { token } = tenant.admin
  const state: Stage['state'] = async () => {
    const reply = await server.call<WizardState>('GET', '/api/wizard/state', { token })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data
  }
  const put: Stage['put'] = (body, headers = {}) =>
    server.call<WizardState>('PUT', '/api/wizard/state', { token, body, headers })
  return {
    tenant,
    state,
    step: async (name) => {
      const found = (await state()).steps.find((step) => step.name === name)
      assert.ok(found)
      return found
    },
    put,
    save: async (step, data) => {
      const reply = await put({ step, data })
      assert.equal(reply.status, 200, reply.text)
      return reply.json.data
    },
    preview: async () => {
      const reply = await server.call<WizardPreview>('POST', '/api/wizard/preview', { token })
      assert.equal(reply.status, 200, reply.text)
      return reply.json.data
    },
    apply: (body) => server.call<WizardResult>('POST', '/api/wizard/apply', { token, body }),
    count: (table) =>
      tenant.inside(async (ctx) => {
        const [row] = await ctx.run<{ n: number }>(
          `select count(*) as n from ${table} where tenant_id = $1`,
          [tenant.id],
        )
        return row?.n ?? 0
      }),
  }
}

/** Rows of rooms as a spreadsheet copies them. */
export const pastedRooms = (count: number, floors = 10): string =>
  Array.from(
    { length: count },
    (_, index) => `Washroom ${index + 1}\tFloor ${index % floors}\tWashroom`,
  ).join('\n')
