/** `?`: every key, and the switch for those who do not want them. */
import { Modal, Switch } from '@mantine/core'
import { useT } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { useChoose } from '../lib/own-record.ts'
import { ErrorPanel } from '../parts/states.tsx'
import { useKeysOn } from './keys.ts'
import { placesFor } from './standing.ts'

export const Help = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const t = useT()
  const on = useKeysOn()
  const choose = useChoose()
  const me = useMe()
  const keys: [string, string][] = [
    ['Ctrl K', t.shell.keyCommands],
    ['/', t.shell.keySearch],
    ['j  k', t.shell.keyList],
    ['Enter', t.shell.keyOpen],
    ['x', t.shell.keySelect],
    ['n', t.shell.keyNew],
    ['Esc', t.shell.keyClose],
    ['?', t.shell.keyHelp],
    ...placesFor(me).flatMap(({ key, name }): [string, string][] =>
      key ? [[`g ${key}`, t.places[name]]] : [],
    ),
  ]
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t.shell.keys}
      size="md"
      closeButtonProps={{ 'aria-label': t.words.close }}
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
        label={t.shell.singleKeys}
        checked={on}
        onChange={(event) => choose.mutate({ shortcuts: event.currentTarget.checked })}
      />
      {choose.error ? <ErrorPanel error={choose.error} /> : null}
    </Modal>
  )
}
