/** The command palette (Ctrl+K): a field and a list box of commands, chosen by arrow keys, Enter or pointer. */
import { Modal, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { useMessages } from '../lib/language.tsx'
import { takeHeldKeys } from './typed-ahead.ts'

export type Command = {
  readonly id: string
  /** the name of the group that it stands in */
  readonly part: string
  readonly label: string
} & (
  | { readonly run: () => void }
  /** drawn after the palette has closed */
  | { readonly layer: (close: () => void) => ReactNode }
)

/** A hook: the commands for what is typed, and the status that is read out. */
export type UseCommands = (typed: string) => {
  readonly commands: readonly Command[]
  readonly status: string
}

interface PaletteProps {
  readonly useCommands: UseCommands
  readonly onChoose: (command: Command) => void
}

const Palette = ({ useCommands, onChoose }: PaletteProps) => {
  const { shell } = useMessages()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const { commands, status } = useCommands(typed)
  const chosen = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosenId),
  )
  const optionId = (index: number): string => `${listId}-${index}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come moves the line that is chosen
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId, commands.length])
  const press = (event: KeyboardEvent): void => {
    // Ignores keys during input-method composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setChosenId(commands[Math.min(chosen + 1, commands.length - 1)]?.id)
    else if (event.key === 'ArrowUp') setChosenId(commands[Math.max(chosen - 1, 0)]?.id)
    else if (event.key === 'Enter') {
      const command = commands[chosen]
      if (command) onChoose(command)
    } else return
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
        onFocus={() => {
          const ahead = takeHeldKeys()
          if (ahead) setTyped(ahead)
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={listId} aria-label={shell.goTo} className="commands">
        {[...Map.groupBy(numbered, ({ part }) => part)].map(([part, some]) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of choices has groups, and no fields
          <div key={part} role="group" aria-label={part}>
            <p className="commands-name" aria-hidden>
              {part}
            </p>
            {some.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
              <div
                key={command.id}
                id={optionId(command.index)}
                role="option"
                tabIndex={-1}
                aria-selected={command.index === chosen}
                onClick={() => onChoose(command)}
              >
                {command.label}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="commands-said" role="status">
        {status}
      </p>
    </>
  )
}

interface CommandPaletteProps {
  readonly opened: boolean
  readonly useCommands: UseCommands
  readonly onClose: () => void
}

export const CommandPalette = ({ opened, useCommands, onClose }: CommandPaletteProps) => {
  const { shell, words } = useMessages()
  // A new key resets what was typed when it is opened again, even during the closing transition.
  const [round, setRound] = useState(0)
  // Mantine returns the focus only for a modal that was mounted closed.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const close = (): void => {
    setRound(round + 1)
    onClose()
  }
  const [layer, setLayer] = useState<(close: () => void) => ReactNode>()
  const choose = (command: Command): void => {
    close()
    if ('layer' in command) setLayer(() => command.layer)
    else command.run()
  }
  return (
    <>
      <Modal
        opened={opened && mounted}
        onClose={close}
        title={shell.goTo}
        size="md"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Palette key={round} useCommands={useCommands} onChoose={choose} />
      </Modal>
      {layer ? <Suspense>{layer(() => setLayer(undefined))}</Suspense> : null}
    </>
  )
}
