import { useState } from 'react'
import { readTable, takesFiles } from '../admin/buildings/read-table.ts'

/** A file that is dropped into a field of text: its text, or that it is one of a spreadsheet program. */
export const useDroppedTable = (take: (text: string) => void) => {
  const [isSpreadsheet, setIsSpreadsheet] = useState(false)
  const read = async (file: File): Promise<void> => {
    const text = await readTable(file)
    setIsSpreadsheet(text === undefined)
    if (text !== undefined) take(text)
  }
  return { isSpreadsheet, field: takesFiles((file) => void read(file)) }
}
