/** Commands of the palette: screens by name, and tasks, amenities and people that the service finds, with actions. */
import { useNavigate } from '@tanstack/react-router'
import { sayPlace } from '#contracts/kit/place.ts'
import { parametersOf } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole, useMe } from '#desk-kit/lib/me.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { type Command, CommandPalette, type UseCommands } from '#desk-kit/shell/command-palette.tsx'
import { matchesWords } from '#desk-kit/shell/matches-words.ts'
import { navNodesFor, railFor } from '#desk-kit/shell/nav-tree.ts'
import { useScreenText } from '#desk-kit/shell/screen-names.ts'
import { shownOfEach, useLookUp } from './look-up.ts'

const AssignById = lazyComponent(async () => (await import('../tasks/assign-by-id.tsx')).default)

interface ParsedInput {
  /** the search text, without the command word before it */
  readonly what: string
  readonly assigning: boolean
}

const parseInput = (typed: string, assign: string): ParsedInput => {
  const what = typed.trim()
  const [first = '', ...rest] = what.split(/\s+/)
  return first.toLowerCase() === assign.toLowerCase() && rest.length > 0
    ? { what: rest.join(' '), assigning: true }
    : { what, assigning: false }
}

/** In display order; the palette remembers the choice by id, so later results do not move it. */
const useCommands: UseCommands = (typed) => {
  const { shell } = useMessages()
  const textOf = useScreenText()
  const me = useMe()
  const admin = useHasRole('ADMIN')
  const navigate = useNavigate()
  const { what, assigning } = parseInput(typed, shell.assign)
  const { found, looking } = useLookUp(what)
  const byNumber = /^#?\s*\d+$/.test(what)
  const actions: Command[] = [
    ...(matchesWords(shell.newTask, typed)
      ? [
          {
            id: 'act new',
            part: shell.hits.acts,
            label: shell.newTask,
            run: () => void navigate({ to: '/tasks', search: { add: true } }),
          },
        ]
      : []),
    ...found.tasks
      .filter((task, index) => task.status !== 'DONE' && (assigning || (byNumber && index === 0)))
      .map(({ id, number, title }) => ({
        id: `assign ${id}`,
        part: shell.hits.acts,
        label: shell.assignTask({ number, title }),
        layer: (close: () => void) => <AssignById id={id} onClose={close} />,
      })),
  ]
  const screens = navNodesFor(me)
    .filter(({ name }) => matchesWords(textOf(name).name, typed))
    .map(
      ({ name, path }): Command => ({
        id: name,
        part: shell.hits.screens,
        label: textOf(name).name,
        run: () => void navigate({ to: path as '/' }),
      }),
    )
  const tasks = found.tasks.map(
    ({ id, number, title }): Command => ({
      id: `task ${id}`,
      part: shell.hits.tasks,
      label: `#${number} ${title}`,
      run: () => void navigate({ to: '/tasks/$id', params: { id } }),
    }),
  )
  const amenities = found.amenities.slice(0, shownOfEach).map(
    ({ id, name, building, location }): Command => ({
      id: `amenity ${id}`,
      part: shell.hits.amenities,
      label: sayPlace(name, location, building.name),
      run: () =>
        void (admin
          ? navigate({ to: '/amenities/$id', params: { id } })
          : navigate({ to: '/feedback', search: { amenity: [id] } })),
    }),
  )
  const people = found.assignees
    .filter(({ name }) => matchesWords(name, what))
    .slice(0, shownOfEach)
    .map(
      ({ kind, id, name }): Command => ({
        id: `person ${id}`,
        part: shell.hits.people,
        label: kind === 'OPERATOR' ? name : shell.tasksOf({ name }),
        run: () =>
          void (kind === 'OPERATOR'
            ? navigate({ to: '/operators/$id', params: { id } })
            : navigate({ to: '/tasks', search: { assignee: [id] } })),
      }),
    )
  const more = railFor(me)
    .filter(({ reads }) => what !== '' && 'q' in parametersOf(reads))
    .map(
      ({ name, path }): Command => ({
        id: `search ${name}`,
        part: shell.hits.more,
        label: shell.searchIn({ typed: what, place: textOf(name).name }),
        run: () => void navigate({ to: path as '/tasks', search: { q: what } }),
      }),
    )
  const hits = [...actions, ...screens, ...tasks, ...amenities, ...people]
  const status = {
    NOT: '',
    LOOKING: shell.looking,
    DONE: shell.foundCount({ count: hits.length }),
    FAILED: shell.lookFailed,
  }[looking]
  return { commands: [...hits, ...more], status }
}

export const Commands = (props: { opened: boolean; onClose: () => void }) => (
  <CommandPalette useCommands={useCommands} {...props} />
)
