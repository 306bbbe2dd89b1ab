/** Actions on submissions, by button and key. Each is shown at once and sent a few seconds later. */
import './inbox.css'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useKeysOn } from '#desk-kit/lib/keys.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { feedbackMessages } from './messages.ts'
import { type Subject, triageItemOf } from './subject.ts'
import { TaskDialog } from './task-dialog.tsx'
import { useTriage } from './use-triage.ts'

const ReplyDialog = lazyComponent(async () => (await import('../reply/reply-dialog.tsx')).ReplyDialog)

export const layers = ['task', 'label', 'reply'] as const
export type Layer = (typeof layers)[number]

export const keyOf: Readonly<Record<Layer | 'settle', string>> = {
  settle: 'e',
  task: 't',
  label: 'l',
  reply: 'r',
}

export const Key = ({ name }: { name: string }) =>
  useKeysOn() ? (
    <span className="inbox-key" aria-hidden="true">
      {name}
    </span>
  ) : null

interface ActionButtonsProps {
  readonly items: readonly Subject[]
  readonly onSettle: () => void
  readonly onLayer: (layer: Layer) => void
}

export const ActionButtons = ({ items, onSettle, onLayer }: ActionButtonsProps) => {
  const feedback = useMessages(feedbackMessages)
  const settled = items.length > 0 && items.every((item) => item.settled)
  return (
    <>
      <Button
        variant="filled"
        aria-keyshortcuts={keyOf.settle}
        rightSection={<Key name={keyOf.settle} />}
        onClick={onSettle}
      >
        {settled ? feedback.acts.reopen : feedback.acts.settle}
      </Button>
      {layers.map((layer) => (
        <Button
          key={layer}
          aria-keyshortcuts={keyOf[layer]}
          rightSection={<Key name={keyOf[layer]} />}
          onClick={() => onLayer(layer)}
        >
          {feedback.acts[layer]}
        </Button>
      ))}
    </>
  )
}

interface ActionDialogProps {
  readonly layer: Layer
  readonly items: readonly Subject[]
  readonly knownLabels: readonly string[]
  readonly onClose: () => void
  /** @param message result in words; '' where the list shows it */
  readonly onDone: (message: string) => void
}

export const ActionDialog = ({ layer, items, knownLabels, onClose, onDone }: ActionDialogProps) => {
  const triage = useTriage()
  const done = (): void => onDone('')
  switch (layer) {
    case 'label':
      return <LabelDialog items={items} known={knownLabels} onClose={onClose} onDone={done} />
    case 'reply':
      return (
        <Suspense>
          <ReplyDialog
            items={items}
            send={async (patch) => triage.apply(items.map(triageItemOf), patch)}
            onClose={onClose}
            onDone={done}
          />
        </Suspense>
      )
    case 'task':
      return <TaskDialog items={items} onClose={onClose} onDone={onDone} />
    default:
      return layer satisfies never
  }
}
