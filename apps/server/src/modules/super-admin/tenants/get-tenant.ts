import { getTenant } from '#contracts/super-admin/tenants.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readInTenant } from './in-tenant.ts'
import { readRecord } from './tenant-record.ts'

export default serve(getTenant)((ctx, { params }) => readInTenant(ctx, params.id, readRecord))
