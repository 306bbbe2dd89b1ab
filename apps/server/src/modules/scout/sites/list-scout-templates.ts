import { listScoutTemplates } from '#contracts/scout/phone/places.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readContents, suits, templatesOf } from './read-contents.ts'

export default serve(listScoutTemplates)(async (ctx, { query }) => {
  const scout = await readScout(ctx)
  const contents = await readContents(ctx, await templatesOf(ctx, scout))
  const heads = contents
    .filter(({ content }) => suits(scout, content))
    .map(({ id, version, content }) => ({
      id,
      name: content.name,
      version,
      types: content.types,
      passMark: content.passMark,
      questions: content.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    }))
    .sort((one, other) => one.name.localeCompare(other.name) || other.version - one.version)
  if (query.sort === '-name') heads.reverse()
  const { limit, offset } = pageBounds(query)
  return { items: heads.slice(offset, offset + limit), total: heads.length }
})
