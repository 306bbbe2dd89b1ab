/** Reads the task to whoever would rather listen; not there where the phone has no voice. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../parts/icon.tsx'
import { useVoice } from '../words.ts'

export const ReadAloud = ({ text }: { text: string }): JSX.Element | null => {
  const { language, words } = useVoice()
  const [reading, setReading] = useState(false)
  const canSpeak = 'speechSynthesis' in window
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  if (!canSpeak) return null
  const press = (): void => {
    speechSynthesis.cancel()
    if (reading) {
      setReading(false)
      return
    }
    const speech = new SpeechSynthesisUtterance(text)
    speech.lang = language
    speech.onend = () => setReading(false)
    speech.onerror = () => setReading(false)
    setReading(true)
    speechSynthesis.speak(speech)
  }
  return (
    <button type="button" onClick={press}>
      <Icon name={reading ? 'close' : 'speak'} />
      {reading ? words.stopReading : words.readAloud}
    </button>
  )
}
