/** Ctrl-K: every screen by a few letters, and what is typed looked for in the lists of the rail. */
import { Modal, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { parametersOf } from '../lib/contract.ts'
import { useWords } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { fits } from './fits.ts'
import { placesFor, railFor } from './standing.ts'

interface Command {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

export const Commands = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { places, shell, words } = useWords()
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
  const asked = typed.trim()
  const screens: Command[] = placesFor(me)
    .filter(({ name }) => fits(places[name].name, typed))
    .map(({ name, path }) => ({
      id: name,
      label: places[name].name,
      run: go(() => void navigate({ to: path as '/' })),
    }))
  const searches: Command[] = railFor(me)
    .filter(({ reads }) => asked !== '' && 'q' in parametersOf(reads))
    .map(({ name, path }) => ({
      id: `search ${name}`,
      label: shell.searchIn({ typed: asked, place: places[name].name }),
      run: go(() => void navigate({ to: path as '/tasks', search: { q: asked } })),
    }))
  const shown = [...screens, ...searches]
  const chosen = Math.min(at, shown.length - 1)
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId])
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
      title={shell.goTo}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <TextInput
        data-autofocus
        className="command-field"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={shown[chosen] ? `${listId}-${chosen}` : undefined}
        aria-label={shell.goTo}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={listId} aria-label={shell.goTo} className="commands">
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
