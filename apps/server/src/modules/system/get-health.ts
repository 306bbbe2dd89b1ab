import { getHealth, type PartState } from '#contracts/system.ts'
import { serve } from '#server/platform/http/serve.ts'
import { version } from '#server/platform/version.ts'
import { checkParts } from './check-parts.ts'
import { presentMaintenance } from './present-maintenance.ts'

const order: readonly PartState[] = ['OK', 'DEGRADED', 'DOWN']

export default serve(getHealth)(async ({ platform }) => {
  const parts = await checkParts(platform)
  const worst = Math.max(...Object.values(parts).map(({ state }) => order.indexOf(state)))
  return {
    state: order[worst] ?? 'DOWN',
    version,
    maintenance: presentMaintenance(platform.maintenance.state),
    parts,
  }
})
