import { useState } from 'react'
import { loadChunk } from '#desk-kit/lib/load-chunk.ts'
import { fileDrop } from '../admin/buildings/file-drop.ts'

/** Reads a file dropped on a text field; reports a spreadsheet file as unsupported. */
export const useDroppedTable = (take: (text: string) => void) => {
  const [isSpreadsheet, setIsSpreadsheet] = useState(false)
  const read = async (file: File): Promise<void> => {
    const { readTable } = await loadChunk(() => import('../admin/buildings/read-table.ts'))
    const text = await readTable(file)
    setIsSpreadsheet(text === undefined)
    if (text !== undefined) take(text)
  }
  return { isSpreadsheet, field: fileDrop((file) => void read(file)) }
}
