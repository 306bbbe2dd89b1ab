/** Keyboard help, and the setting that turns single-key shortcuts off. */
import { Modal, Switch } from '@mantine/core'
import { useCommandKeys, useKeysOn } from '../lib/keys.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import { ErrorPanel } from '../parts/states.tsx'
import type { FrameParts } from './frame-parts.ts'
import { navNodesFor } from './nav-tree.ts'
import { useScreenText } from './screen-names.ts'

interface HelpProps extends Pick<FrameParts, 'useChoose' | 'useKeyHelp'> {
  readonly opened: boolean
  readonly onClose: () => void
}

export const Help = ({ opened, onClose, useChoose, useKeyHelp }: HelpProps) => {
  const { shell, words } = useMessages()
  const textOf = useScreenText()
  const on = useKeysOn()
  const choose = useChoose()
  const { staff } = useViewer()
  const keys: (readonly [string, string])[] = [
    [useCommandKeys(), shell.keyCommands],
    ['/', shell.keySearch],
    ['j  k', shell.keyList],
    ['← ↑ → ↓', shell.keyArrows],
    ['Enter', shell.keyOpen],
    ['x', shell.keySelect],
    ...useKeyHelp(),
    ['Esc', shell.keyClose],
    ['?', shell.keyHelp],
    ...navNodesFor(staff).flatMap(({ key, name }): [string, string][] =>
      key ? [[`g ${key}`, textOf(name).name]] : [],
    ),
  ]
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={shell.keys}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={shell.singleKeys}
        checked={on}
        onChange={(event) => choose.mutate({ shortcuts: event.currentTarget.checked })}
      />
      {choose.error ? <ErrorPanel error={choose.error} /> : null}
    </Modal>
  )
}
