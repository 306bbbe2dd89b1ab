import { getWizardState } from '#contracts/wizard.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentState } from './draft/present-state.ts'
import { readRun } from './draft/stored.ts'
import { readHealth } from './health.ts'

export default serve(getWizardState)(async (ctx, { query }) => {
  const state = await presentState(ctx, await readRun(ctx))
  return query.health ? { ...state, health: await readHealth(ctx) } : state
})
