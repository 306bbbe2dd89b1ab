/** Banner for problems that concern the whole app. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { useAppServices } from '../app-services.ts'
import { useRouter } from '../use-router.ts'
import { useWords } from '../words.ts'
import { useOperations } from './use-operations.ts'

export const Banner = (): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const { search } = useRouter()
  const signedIn = useCell(services.signedIn)
  const pausing = useCell(services.pausing)
  const operations = useOperations()
  const outboxTrouble = useCell(services.outbox.trouble)
  const unsaved = useCell(services.unsaved)
  const listTrouble = useCell(services.tasks.listTrouble)
  const waiting = operations.some(({ state }) => state === 'WAITING')
  const isOffline = (waiting && outboxTrouble === 'OFFLINE') || listTrouble?.kind === 'OFFLINE'
  const next = encodeURIComponent(location.pathname + search)
  return (
    <div role="status" class="banner">
      {!signedIn ? (
        <Notice
          tone="warn"
          actions={
            <a class="button primary" href={`/app/sign-in?ended=1&next=${next}`}>
              {words.signIn}
            </a>
          }
        >
          {words.ended}
        </Notice>
      ) : listTrouble?.kind === 'REFUSED' ? (
        <Notice tone="warn">{words.refused}</Notice>
      ) : waiting && outboxTrouble === 'READ_ONLY' ? (
        <Notice tone="warn">{words.troubleReadOnly}</Notice>
      ) : pausing || listTrouble?.kind === 'BUSY' || (waiting && outboxTrouble === 'BUSY') ? (
        <Notice tone="info" icon="clock">
          {words.troubleBusy}
        </Notice>
      ) : isOffline ? (
        <Notice tone="info" icon="offline">
          {words.troubleOffline}
        </Notice>
      ) : waiting && outboxTrouble === 'MAINTENANCE' ? (
        <Notice tone="info" icon="clock">
          {words.troubleMaintenance}
        </Notice>
      ) : waiting && outboxTrouble === 'SERVICE' ? (
        <Notice tone="warn">{words.troubleService}</Notice>
      ) : listTrouble?.kind === 'SERVICE' ? (
        <Notice
          tone="warn"
          actions={
            <button type="button" onClick={() => services.tasks.refresh(true)}>
              {words.retry}
            </button>
          }
        >
          <p>{words.loadFailed}</p>
          {listTrouble.requestId && <small>{words.requestId({ id: listTrouble.requestId })}</small>}
        </Notice>
      ) : null}
      {waiting && (unsaved || !services.isPersistent) && <Notice tone="warn">{words.doesNotLast}</Notice>}
    </div>
  )
}
