/** Opens the dialog in which the rows of a list become a file; its code comes when it is opened. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useWords } from '../lib/language.tsx'
import { later } from '../parts/missing.tsx'
import type { ExportAsked } from './asked.ts'

const Dialog = later(async () => (await import('./dialog.tsx')).ExportDialog)

export const ExportLayer = ({ asked, onClose }: { asked: ExportAsked; onClose: () => void }) => (
  <Suspense fallback={null}>
    <Dialog asked={asked} onClose={onClose} />
  </Suspense>
)

export const ExportButton = ({ asked }: { asked: ExportAsked }) => {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>{words.export}</Button>
      {opened ? <ExportLayer asked={asked} onClose={() => setOpened(false)} /> : null}
    </>
  )
}
