/** Ctrl-K: a place or a task by a few letters. */
import { Modal, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useT } from '../lib/language.tsx'
import { holds, useMe } from '../lib/me.ts'
import { places } from './places.ts'

interface Command {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

const matches = (label: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => label.toLowerCase().includes(part))

export const Commands = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const close = (): void => {
    setTyped('')
    setAt(0)
    onClose()
  }
  const go = (run: () => void) => (): void => {
    close()
    run()
  }
  const roles = me.user?.roles ?? []
  const all: Command[] = [
    ...places
      .filter(({ role }) => holds(roles, role))
      .map((place) => ({
        id: place.to,
        label: t.places[place.name],
        run: go(() => void navigate({ to: place.to })),
      })),
    ...(typed.trim()
      ? [
          {
            id: 'search-tasks',
            label: t.shell.searchTasks(typed.trim()),
            run: go(() => void navigate({ to: '/tasks', search: { q: typed.trim() } })),
          },
        ]
      : []),
  ]
  const shown = all.filter(({ id, label }) => id === 'search-tasks' || matches(label, typed))
  const chosen = Math.min(at, shown.length - 1)
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
    else if (event.key === 'Enter') shown[chosen]?.run()
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t.shell.goTo}
      size="md"
      closeButtonProps={{ 'aria-label': t.words.close }}
    >
      <TextInput
        data-autofocus
        className="command-field"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={shown[chosen] ? `${listId}-${chosen}` : undefined}
        aria-label={t.shell.goTo}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={listId} aria-label={t.shell.goTo} className="commands">
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={command.run}
          >
            {command.label}
          </div>
        ))}
      </div>
    </Modal>
  )
}
