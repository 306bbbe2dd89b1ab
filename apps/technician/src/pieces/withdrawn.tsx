/** Tasks that were mine and went to somebody else, until the notice is dismissed. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { useAppServices } from '../app-services.ts'
import { useWords } from '../words.ts'

export const Withdrawn = (): JSX.Element => {
  const words = useWords()
  const { withdrawn } = useAppServices()
  const list = useCell(withdrawn)
  return (
    <div role="status" class="stack">
      {list.map(({ id, number, title, who, gone }) => (
        <Notice
          key={id}
          tone="info"
          actions={
            <button
              type="button"
              onClick={() => withdrawn.set(withdrawn.get().filter((one) => one.id !== id))}
            >
              {words.understood}
            </button>
          }
        >
          <strong>
            #{number} <bdi>{title}</bdi>
          </strong>
          <br />
          {gone ? words.whyGone : who ? words.nowWith({ who }) : words.noLongerYours}
        </Notice>
      ))}
    </div>
  )
}
