/** For a field into which a file may be dropped; without it the browser would leave the page for the file. */
export const takesFiles = (take: (file: File) => void) => ({
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
