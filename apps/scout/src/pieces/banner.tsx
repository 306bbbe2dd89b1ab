/** Banner for problems that concern the whole app. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { TroubleBanner } from '#field-kit/trouble-banner.tsx'
import { paths } from '../routes.ts'
import { useOperations, useServices } from '../services.ts'
import { useWords } from '../words.ts'

export const Banner = (): JSX.Element => {
  const words = useWords()
  const { outbox, book, isPersistent, ...services } = useServices()
  const unsaved = useCell(services.unsaved)
  return (
    <TroubleBanner
      signedIn={useCell(services.signedIn)}
      signIn={paths.activate}
      pausing={false}
      waiting={useOperations().some(({ state }) => state === 'WAITING')}
      sending={useCell(outbox.trouble)}
      reading={useCell(book.trouble)}
      lasts={isPersistent && !unsaved}
      refused={words.timeOver}
      readOnly={words.troubleReadOnly}
      onRetry={() => void book.refresh(true)}
    />
  )
}
