/** Why the arena cannot be entered. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { useAppServices } from '../app-services.ts'
import { useWords } from '../words.ts'

export const Banner = (): JSX.Element => {
  const words = useWords()
  const refused = useCell(useAppServices().refused)
  return (
    <div role="status">
      {refused === 'SIGNED_OUT' && (
        <Notice
          tone="warn"
          actions={
            <a
              class="button primary"
              href={`/app/sign-in?ended=1&next=${encodeURIComponent(location.pathname)}`}
            >
              {words.signIn}
            </a>
          }
        >
          {words.ended}
        </Notice>
      )}
      {refused === 'CLOSED' && (
        <Notice
          tone="info"
          actions={
            <a class="button" href="/app/work">
              {words.toTasks}
            </a>
          }
        >
          {words.closed}
        </Notice>
      )}
    </div>
  )
}
