import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import type { Services } from '../main.tsx'

export default function Sent({ services }: { services: Services }): JSX.Element {
  return (
    <>
      <Heading text="Outbox" />
      <ul class="rows">
        {useCell(services.outbox.operations).map(({ id, work, state }) => (
          <li key={id}>
            {work.kind === 'answer' ? work.text : 'Photo'} <SendMark state={state} />
          </li>
        ))}
      </ul>
    </>
  )
}
