/** Offers to undo for ten seconds. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { Toast } from '#field-kit/toast.tsx'
import { useAppServices } from '../app-services.ts'
import { pathOf } from '../routes.ts'
import { useWords } from '../words.ts'
import { useOperations } from './use-operations.ts'

export const UndoBar = (): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const undoable = useCell(services.undoable)
  const operation = useOperations().find(({ id }) => id === undoable?.operation.id)
  // A rejected operation was not applied, so there is nothing to undo.
  const isRefused = operation?.state === 'NEEDS_YOU' || operation?.state === 'SETTLED'
  return (
    <Toast
      last={isRefused ? undefined : undoable}
      onEnd={(last) => {
        if (services.undoable.get() === last) services.undoable.set(undefined)
      }}
    >
      {({ before }) => (
        <>
          <p>
            <Icon name="check" />
            <span>{words.finishedUndo({ title: before.title })}</span>
          </p>
          <div class="row">
            <button type="button" onClick={() => services.undo()}>
              <Icon name="undo" />
              {words.undo}
            </button>
            <Link class="button" to={pathOf({ name: 'task', id: before.id })}>
              <Icon name="camera" />
              {words.addPhoto}
            </Link>
          </div>
        </>
      )}
    </Toast>
  )
}
