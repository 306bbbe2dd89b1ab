/**
 * Ctrl-K: every screen by a few letters, and what the service finds: tasks by number and words, amenities, people, and
 * what may be done with them.
 */
import { Modal, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useEffect, useId, useState } from 'react'
import { sayPlace } from '#contracts/kit/place.ts'
import { parametersOf } from '../lib/contract.ts'
import { useMessages } from '../lib/language.tsx'
import { useHasRole, useMe } from '../lib/me.ts'
import { lazyComponent } from '../parts/lazy-component.tsx'
import { fits } from './fits.ts'
import { shownOfEach, useLookUp } from './look-up.ts'
import { navNodesFor, railFor } from './nav-tree.ts'

const AssignById = lazyComponent(async () => (await import('../tasks/assign-by-id.tsx')).default)

type Part = 'acts' | 'screens' | 'tasks' | 'amenities' | 'people' | 'more'

interface Command {
  readonly id: string
  readonly part: Part
  readonly label: string
  readonly run: () => void
}

interface ParsedInput {
  /** what is looked for: without the word of an act before it */
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

/** In the order in which they stand; a choice is remembered by its id, so what comes later does not move it. */
const useCommands = (
  typed: string,
  { what, assigning }: ParsedInput,
  assign: (taskId: string) => void,
): { commands: Command[]; said: string } => {
  const { places, shell } = useMessages()
  const me = useMe()
  const admin = useHasRole('ADMIN')
  const navigate = useNavigate()
  const { found, looking } = useLookUp(what)
  const byNumber = /^#?\s*\d+$/.test(what)
  const actions: Command[] = [
    ...(fits(shell.newTask, typed)
      ? [
          {
            id: 'act new',
            part: 'acts' as const,
            label: shell.newTask,
            run: () => void navigate({ to: '/tasks', search: { add: true } }),
          },
        ]
      : []),
    ...found.tasks
      .filter((task, index) => task.status !== 'DONE' && (assigning || (byNumber && index === 0)))
      .map(({ id, number, title }) => ({
        id: `assign ${id}`,
        part: 'acts' as const,
        label: shell.assignTask({ number, title }),
        run: () => assign(id),
      })),
  ]
  const screens = navNodesFor(me)
    .filter(({ name }) => fits(places[name].name, typed))
    .map(
      ({ name, path }): Command => ({
        id: name,
        part: 'screens',
        label: places[name].name,
        run: () => void navigate({ to: path as '/' }),
      }),
    )
  const tasks = found.tasks.map(
    ({ id, number, title }): Command => ({
      id: `task ${id}`,
      part: 'tasks',
      label: `#${number} ${title}`,
      run: () => void navigate({ to: '/tasks/$id', params: { id } }),
    }),
  )
  const amenities = found.amenities.slice(0, shownOfEach).map(
    ({ id, name, building, location }): Command => ({
      id: `amenity ${id}`,
      part: 'amenities',
      label: sayPlace(name, location, building.name),
      run: () =>
        void (admin
          ? navigate({ to: '/amenities/$id', params: { id } })
          : navigate({ to: '/feedback', search: { amenity: [id] } })),
    }),
  )
  const people = found.assignees
    .filter(({ name }) => fits(name, what))
    .slice(0, shownOfEach)
    .map(
      ({ kind, id, name }): Command => ({
        id: `person ${id}`,
        part: 'people',
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
        part: 'more',
        label: shell.searchIn({ typed: what, place: places[name].name }),
        run: () => void navigate({ to: path as '/tasks', search: { q: what } }),
      }),
    )
  const hits = [...actions, ...screens, ...tasks, ...amenities, ...people]
  const said = {
    NOT: '',
    LOOKING: shell.looking,
    DONE: shell.foundCount({ count: hits.length }),
    FAILED: shell.lookFailed,
  }[looking]
  return { commands: [...hits, ...more], said }
}

const Palette = ({ onClose, onAssign }: { onClose: () => void; onAssign: (taskId: string) => void }) => {
  const { shell } = useMessages()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const { commands, said } = useCommands(typed, parseInput(typed, shell.assign), onAssign)
  const chosen = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosenId),
  )
  const optionId = (index: number): string => `${listId}-${index}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come moves the line that is chosen
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId, commands.length])
  const go = (command: Command | undefined): void => {
    if (!command) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent): void => {
    // A letter that is still being composed is not a choice.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setChosenId(commands[Math.min(chosen + 1, commands.length - 1)]?.id)
    else if (event.key === 'ArrowUp') setChosenId(commands[Math.max(chosen - 1, 0)]?.id)
    else if (event.key === 'Enter') go(commands[chosen])
    else return
    event.preventDefault()
  }
  const numbered = commands.map((command, index) => ({ ...command, index }))
  return (
    <>
      <TextInput
        data-autofocus
        className="command-field"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={commands[chosen] ? optionId(chosen) : undefined}
        aria-label={shell.goTo}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosenId(undefined)
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={listId} aria-label={shell.goTo} className="commands">
        {[...Map.groupBy(numbered, ({ part }) => part)].map(([part, some]) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of choices has groups, and no fields
          <div key={part} role="group" aria-label={shell.hits[part]}>
            <p className="commands-name" aria-hidden>
              {shell.hits[part]}
            </p>
            {some.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
              <div
                key={command.id}
                id={optionId(command.index)}
                role="option"
                tabIndex={-1}
                aria-selected={command.index === chosen}
                onClick={() => go(command)}
              >
                {command.label}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="commands-said" role="status">
        {said}
      </p>
    </>
  )
}

export const Commands = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { shell, words } = useMessages()
  const [assigning, setAssigning] = useState<string>()
  // Opened again it begins anew, also while it is still being closed.
  const [round, setRound] = useState(0)
  // The kit gives the focus back only to where it was when a layer that is there was opened, and this one comes open.
  const [there, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const close = (): void => {
    setRound(round + 1)
    onClose()
  }
  return (
    <>
      <Modal
        opened={opened && there}
        onClose={close}
        title={shell.goTo}
        size="md"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Palette key={round} onClose={close} onAssign={setAssigning} />
      </Modal>
      {assigning ? (
        <Suspense>
          <AssignById id={assigning} onClose={() => setAssigning(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
