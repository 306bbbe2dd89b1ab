import { flags } from '#contracts/flags.ts'
import { setFlag } from '#contracts/super-admin/flags.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isUuid } from '#server/platform/ids.ts'
import { change } from '../change.ts'
import { noTenant } from '../in-platform.ts'
import { readFlags } from './flag-records.ts'

const mostTenants = 200
const foundText = "select count(*)::int as n from tenant where id = any($1::uuid[]) and state <> 'ERASED'"
const saveText = `insert into feature_flag (key, everywhere, plans, tenants, updated_at) values ($1, $2, $3, $4, $5)
  on conflict (key) do update set everywhere = excluded.everywhere, plans = excluded.plans, tenants = excluded.tenants,
    updated_at = excluded.updated_at`

export default serve(setFlag)(async (ctx, { params: { key }, body }) => {
  if (!Object.hasOwn(flags, key)) throw notFound()
  const { platform, now } = ctx
  const { global = null, plans = {}, tenants = {} } = body
  const ids = Object.keys(tenants)
  if (ids.length > mostTenants || !ids.every(isUuid))
    throw invalid('body.tenants', `must be at most ${mostTenants} ids of tenants`)
  const found = await platform.databases.worker.query<{ n: number }>(foundText, [ids])
  if (found.rows[0]?.n !== ids.length) throw notFound()
  const before = (await readFlags(platform)).find((flag) => flag.key === key)
  await change(ctx, {
    spec: setFlag,
    tenantId: noTenant,
    body,
    run: async ({ run }, tell) => {
      await run(saveText, [key, global, JSON.stringify(plans), JSON.stringify(tenants), now])
      tell({
        target: key,
        changes: [
          { field: 'global', from: before?.global ?? null, to: global },
          { field: 'plans', from: sayPlans(before?.plans ?? {}), to: sayPlans(plans) },
          { field: 'tenants', from: before?.tenants.length ?? 0, to: ids.length },
        ],
      })
    },
  })
  await platform.flags.poll()
  const after = (await readFlags(platform)).find((flag) => flag.key === key)
  if (!after) throw notFound()
  return after
})

const sayPlans = (plans: object): string[] =>
  Object.entries(plans).map(([plan, on]) => `${plan}: ${on ? 'on' : 'off'}`)
