/** Asks before a page with unsaved input is left. */
import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../lib/language.tsx'

export const LeaveGuard = ({ isDirty }: { isDirty: () => boolean }) => {
  const { words } = useMessages()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={words.notSaved}
      size="sm"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form-foot">
        <Button onClick={() => reset?.()} variant="filled">
          {words.keepEditing}
        </Button>
        <Button color="bad" onClick={() => proceed?.()}>
          {words.discard}
        </Button>
      </div>
    </Modal>
  )
}
