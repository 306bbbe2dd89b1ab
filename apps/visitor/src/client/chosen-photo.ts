/** Script of task links: resizes a photo before its form is submitted; if that fails, the original is sent and the server decides. */
import { shrink } from '#ui/photo.ts'

const shrinkChosen = (input: HTMLInputElement): void => {
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

const photo = document.getElementById('photo')
if (photo instanceof HTMLInputElement) shrinkChosen(photo)
