/** Banner for problems that concern the whole app. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { paths } from '../routes.ts'
import { useOperations, useServices } from '../services.ts'
import { useWords } from '../words.ts'

export const Banner = (): JSX.Element => {
  const words = useWords()
  const { signedIn, outbox, book, unsaved, isPersistent } = useServices()
  const hasSession = useCell(signedIn)
  const sending = useCell(outbox.trouble)
  const reading = useCell(book.trouble)
  const isUnsaved = useCell(unsaved)
  const waiting = useOperations().some(({ state }) => state === 'WAITING')
  const trouble = waiting ? sending : undefined
  return (
    <div role="status" class="banner">
      {!hasSession ? (
        <Notice
          tone="warn"
          actions={
            <Link class="button primary" to={paths.activate}>
              {words.enterCode}
            </Link>
          }
        >
          {words.ended}
        </Notice>
      ) : reading?.kind === 'ENDED' ? (
        <Notice tone="warn">{words.timeOver}</Notice>
      ) : trouble === 'READ_ONLY' ? (
        <Notice tone="warn">{words.troubleReadOnly}</Notice>
      ) : reading?.kind === 'OFFLINE' || trouble === 'OFFLINE' ? (
        <Notice tone="info" icon="offline">
          {words.troubleOffline}
        </Notice>
      ) : reading?.kind === 'BUSY' || trouble === 'BUSY' ? (
        <Notice tone="info" icon="clock">
          {words.troubleBusy}
        </Notice>
      ) : trouble === 'MAINTENANCE' ? (
        <Notice tone="info" icon="clock">
          {words.troubleMaintenance}
        </Notice>
      ) : trouble === 'SERVICE' || reading?.kind === 'SERVICE' ? (
        <Notice
          tone="warn"
          actions={
            <button type="button" onClick={() => void book.refresh(true)}>
              {words.retry}
            </button>
          }
        >
          <p>{words.troubleService}</p>
          {reading?.requestId && <small>{words.requestId({ id: reading.requestId })}</small>}
        </Notice>
      ) : null}
      {waiting && (isUnsaved || !isPersistent) && <Notice tone="warn">{words.doesNotLast}</Notice>}
    </div>
  )
}
