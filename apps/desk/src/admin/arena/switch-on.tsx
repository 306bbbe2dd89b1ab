/** Switches the arena on, after showing what the last 30 days would have given. */
import { Button, Modal } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { type ArenaSetup, replaceArena } from '#contracts/arena/admin.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ErrorPanel, Skeleton } from '#desk-kit/parts/states.tsx'
import { arenaMessages } from './messages.ts'
import { Simulation } from './simulation.tsx'

export const SwitchOn = ({ setup, onClose }: { setup: ArenaSetup; onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const attempt = useAction(replaceArena, { quiet: true })
  const save = useAction(replaceArena)
  const asked = useRef(false)
  useFocusBack(true)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    attempt.mutate({ body: { enabled: true, dryRun: true } })
  })
  const found = attempt.data?.simulation
  const error = attempt.error ?? save.error
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.switchOnTitle}
      size="xl"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <p>{t.switchOnHelp}</p>
        {found ? <Simulation of={found} /> : attempt.error ? null : <Skeleton rows={6} />}
        {error ? <ErrorPanel error={error} /> : null}
        <div className="form-foot">
          {found ? (
            <Button
              variant="filled"
              loading={save.isPending}
              onClick={() =>
                save.mutate({ body: { enabled: true }, ifMatch: setup.version }, { onSuccess: onClose })
              }
            >
              {t.switchOn}
            </Button>
          ) : null}
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </div>
    </Modal>
  )
}
