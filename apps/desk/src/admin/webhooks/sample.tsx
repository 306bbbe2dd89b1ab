/** Sample payload of an event, loaded on request. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutwardName } from '#contracts/outward.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { loadChunk } from '#desk-kit/lib/load-chunk.ts'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { Skeleton } from '#desk-kit/parts/states.tsx'
import { webhookMessages } from './messages.ts'

const useSamples = () =>
  useQuery({
    queryKey: ['samples of events'],
    queryFn: () => loadChunk(async () => (await import('#contracts/outward-examples.ts')).outwardExamples),
    staleTime: Number.POSITIVE_INFINITY,
  })

const Body = ({ event, label }: { event: OutwardName; label: string }) => {
  const t = useMessages(webhookMessages)
  const { data, error } = useSamples()
  if (error) return <p role="alert">{t.noSample}</p>
  if (!data) return <Skeleton rows={4} />
  return <CodeBlock text={JSON.stringify(data[event], null, 2)} label={label} />
}

export const Sample = ({ event }: { event: OutwardName }) => {
  const t = useMessages(webhookMessages)
  const [opened, setOpened] = useState(false)
  const label = t.sampleOf({ event: t.events[event] })
  return (
    <details className="explained" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary aria-label={label}>{t.sample}</summary>
      {opened ? <Body event={event} label={label} /> : null}
    </details>
  )
}
