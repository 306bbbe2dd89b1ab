/** Handlers for a field that accepts dropped files; without them the browser would open the file. */
export const fileDrop = (take: (file: File) => void) => ({
  onDragOver: (event: { dataTransfer: DataTransfer; preventDefault(): void }) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop: (event: { dataTransfer: DataTransfer; preventDefault(): void }) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    take(file)
  },
})
