import type { MaintenanceRecord } from '#contracts/system.ts'
import type { MaintenanceState } from '#server/platform/maintenance.ts'

export const presentMaintenance = ({ on, message, since }: MaintenanceState): MaintenanceRecord => ({
  on,
  message,
  since: since?.toISOString() ?? null,
})
