/** A photo is made small before its form is sent; where that fails it goes as it is, and the server decides. */
import { shrink } from '#ui/photo.ts'

export const shrinkChosen = (input: HTMLInputElement): void => {
  input.onchange = async () => {
    const [chosen] = input.files ?? []
    if (!chosen) return
    try {
      const small = await shrink(chosen, 1600, 900_000)
      if (input.files?.[0] !== chosen || small.size >= chosen.size) return
      const list = new DataTransfer()
      list.items.add(new File([small], 'photo.jpg', { type: small.type }))
      input.files = list.files
    } catch {}
  }
}
