import { getWizardState } from '#contracts/wizard.ts'
import { examine, runsAlone } from '#server/modules/system/public.ts'
import { serveOutside } from '#server/platform/http/serve.ts'
import { presentState } from './draft/present-state.ts'
import { readRun } from './draft/stored.ts'
import { readHealth } from './health.ts'

export default serveOutside(getWizardState)(async (ctx, { query }) => {
  const { platform } = ctx
  const run = await presentState(ctx, await readRun(ctx))
  const state = query.health ? { ...run, health: await readHealth(ctx) } : run
  return async () => {
    if (!query.health && !query.installation) return state
    const isAlone = await runsAlone(platform)
    return {
      ...state,
      ...(query.health ? { runsAlone: isAlone } : {}),
      ...(query.installation && isAlone ? { installation: await examine(platform, query.installation) } : {}),
    }
  }
})
