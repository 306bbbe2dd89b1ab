import { getScoutTemplate } from '#contracts/scout/phone/places.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readContents, templatesOf } from './read-contents.ts'

const headText = `select t.state, t.version, t.created_at, v.created_at as updated_at,
    (select count(*) from schedule s where s.tenant_id = $1 and s.enabled and s.template -> 'templateIds' ? $2::text)::int as schedules,
    (select count(distinct r.round_id) from round_stop r where r.tenant_id = $1 and r.template_id = $2::uuid)::int as rounds
  from inspection_template t
  left join inspection_template_version v on v.tenant_id = $1 and v.template_id = t.id and v.version = coalesce($3, t.version)
  where t.tenant_id = $1 and t.id = $2::uuid`

interface Head {
  state: 'PUBLISHED' | 'RETIRED'
  version: number
  created_at: Date
  updated_at: Date | null
  schedules: number
  rounds: number
}

export default serve(getScoutTemplate)(async (ctx, { params, query }) => {
  const scout = await readScout(ctx)
  const known = await templatesOf(ctx, scout, true)
  const allowed = known.some(({ id, version }) => id === params.id && version === (query.version ?? version))
  if (!allowed) throw notFound()
  const [head] = await ctx.run<Head>(headText, [ctx.tenantId, params.id, query.version ?? null])
  const version = query.version ?? head?.version ?? 0
  const [found] = await readContents(ctx, [{ id: params.id, version }])
  if (!head?.updated_at || !found) throw notFound()
  return {
    id: params.id,
    ...found.content,
    state: head.state,
    version,
    usedBy: { schedules: head.schedules, rounds: head.rounds },
    createdAt: head.created_at.toISOString(),
    updatedAt: head.updated_at.toISOString(),
  }
})
