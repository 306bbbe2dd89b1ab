/** Script of task links: keeps what was typed, and resizes a photo before its form is submitted. */
import { shrink } from '#ui/photo.ts'
import { byId } from './page.ts'
import { forgetTyped, keepTyped } from './typed.ts'

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
    } catch {
      // The original is sent, and the server decides.
    }
  }
}

const photo = byId('photo')
if (photo instanceof HTMLInputElement) {
  shrinkChosen(photo)
  keepTyped(byId('notes')?.dataset.said)
} else forgetTyped()
