/** Commands of the palette: screens by name, and tenants that the service finds. */
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { listTenants } from '#contracts/super-admin/tenants.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { type Command, CommandPalette, type UseCommands } from '#desk-kit/shell/command-palette.tsx'
import { matchesWords } from '#desk-kit/shell/matches-words.ts'
import { navNodesFor } from '#desk-kit/shell/nav-tree.ts'
import { useScreenText } from '#desk-kit/shell/screen-names.ts'

const useCommands: UseCommands = (typed) => {
  const { shell, places } = useMessages()
  const textOf = useScreenText()
  const navigate = useNavigate()
  const [q] = useDebouncedValue(typed.trim(), 150)
  const found = useApi(listTenants, { query: { q, pageSize: 6 } }, { enabled: q !== '', keep: true })
  const screens = navNodesFor(undefined)
    .filter(({ name }) => matchesWords(textOf(name).name, typed))
    .map(
      ({ name, path }): Command => ({
        id: name,
        part: shell.hits.screens,
        label: textOf(name).name,
        run: () => void navigate({ to: path as '/' }),
      }),
    )
  const tenants = (q === '' ? [] : (found.data?.items ?? [])).map(
    ({ id, name, slug }): Command => ({
      id,
      part: places.tenants.name,
      label: `${name} · ${slug}`,
      run: () => void navigate({ to: '/tenants/$id', params: { id } }),
    }),
  )
  const commands = [...screens, ...tenants]
  const status = found.error
    ? shell.lookFailed
    : q !== '' && found.isFetching
      ? shell.looking
      : q === ''
        ? ''
        : shell.foundCount({ count: commands.length })
  return { commands, status }
}

export const Commands = (props: { opened: boolean; onClose: () => void }) => (
  <CommandPalette useCommands={useCommands} {...props} />
)
