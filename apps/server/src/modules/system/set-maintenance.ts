import { setMaintenance } from '#contracts/system.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentMaintenance } from './present-maintenance.ts'

export default serve(setMaintenance)(async ({ platform, requestId, now }, { body: { on, message = '' } }) => {
  const state = await platform.maintenance.set(on, on ? message : '', now)
  platform.log.info({ on, reqId: requestId }, on ? 'Maintenance is on' : 'Maintenance is off')
  return presentMaintenance(state)
})
