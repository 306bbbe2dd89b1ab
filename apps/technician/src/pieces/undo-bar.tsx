/** Offers to undo for ten seconds; stays while it has the focus. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useCell } from '#field-kit/cell.ts'
import { Icon } from '#field-kit/icon.tsx'
import { type Undoable, useAppServices } from '../app-services.ts'
import { Link } from '../router.tsx'
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
  const last = isRefused ? undefined : undoable
  const [held, setHeld] = useState<Undoable>()
  useEffect(() => {
    if (!last || held === last) return
    const timer = setTimeout(
      () => {
        if (services.undoable.get() === last) services.undoable.set(undefined)
      },
      Math.max(0, last.until - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [last, held, services])
  return (
    <div
      role="status"
      class="undo"
      onFocusCapture={() => setHeld(last)}
      onBlurCapture={() => setHeld(undefined)}
    >
      {last && (
        <div class="undo-bar">
          <p>
            <Icon name="check" />
            <span>{words.finishedUndo({ title: last.before.title })}</span>
          </p>
          <div class="row">
            <button type="button" onClick={() => services.undo()}>
              <Icon name="undo" />
              {words.undo}
            </button>
            <Link class="button" to={pathOf({ name: 'task', id: last.before.id })}>
              <Icon name="camera" />
              {words.addPhoto}
            </Link>
          </div>
        </div>
      )}
    </div>
  )
}
