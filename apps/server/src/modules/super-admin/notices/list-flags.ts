import { listFlags } from '#contracts/super-admin/flags.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readFlags } from './flag-records.ts'

export default serve(listFlags)(async ({ platform }, { query }) => {
  const { page = 1, pageSize = 20, sort = 'key' } = query
  const all = await readFlags(platform)
  if (sort === '-key') all.reverse()
  return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length }
})
