/** Opens the export dialog, whose code loads on demand. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import type { ExportRequest } from './request.ts'

const Dialog = lazyComponent(async () => (await import('./dialog.tsx')).ExportDialog)

export const ExportLayer = ({ request, onClose }: { request: ExportRequest; onClose: () => void }) => (
  <Suspense fallback={null}>
    <Dialog request={request} onClose={onClose} />
  </Suspense>
)

export const ExportButton = ({ request }: { request: ExportRequest }) => {
  const { words } = useMessages()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>{words.export}</Button>
      {opened ? <ExportLayer request={request} onClose={() => setOpened(false)} /> : null}
    </>
  )
}
