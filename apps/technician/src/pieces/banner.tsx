/** Banner for problems that concern the whole app. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { TroubleBanner } from '#field-kit/trouble-banner.tsx'
import { useAppServices } from '../app-services.ts'
import { useRouter } from '../use-router.ts'
import { useWords } from '../words.ts'
import { useOperations } from './use-operations.ts'

export const Banner = (): JSX.Element => {
  const words = useWords()
  const { tasks, outbox, isPersistent, ...services } = useAppServices()
  const { search } = useRouter()
  const operations = useOperations()
  const unsaved = useCell(services.unsaved)
  return (
    <TroubleBanner
      signedIn={useCell(services.signedIn)}
      signIn={`/app/sign-in?ended=1&next=${encodeURIComponent(location.pathname + search)}`}
      pausing={useCell(services.pausing)}
      waiting={operations.some(({ state }) => state === 'WAITING')}
      sending={useCell(outbox.trouble)}
      reading={useCell(tasks.listTrouble)}
      lasts={isPersistent && !unsaved}
      refused={words.refused}
      readOnly={words.troubleReadOnly}
      onRetry={() => tasks.refresh(true)}
    />
  )
}
