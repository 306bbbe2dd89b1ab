import type { Handler } from '#server/platform/http/serve.ts'
import listAuditLog from './list-audit-log.ts'

export const routes: readonly Handler[] = [listAuditLog]
